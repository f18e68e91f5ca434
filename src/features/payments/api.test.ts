import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeAttendance, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { refused, testNow, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';

const terms = {
  startDate: '2026-11-01',
  endDate: '2027-01-31',
  amountPaidCents: 12_050,
  numberOfSessions: 10,
  paymentFor: 'new_class',
} as const;

async function studentAndClass(by: Actor) {
  return { studentId: await makeStudent(app, by), classId: await makeClass(app, by, { name: 'Ballet 1' }) };
}

async function stateOf(by: Actor, { id, studentId }: { id: string; studentId: string }) {
  const found = (await by.api.payments.list({ studentId })).find((row) => row.id === id);
  return [found?.effectiveStatus, found?.sessionsLeft];
}

describe('payments', () => {
  it('records a payment, paid today unless said otherwise, and lists it', async () => {
    const { staff } = await app.studio();
    const { studentId, classId } = await studentAndClass(staff);
    const { id } = await staff.api.payments.add({ studentId, classId, ...terms, paymentNotes: ' cash ' });
    const earlier = { ...terms, paidOn: '2026-10-05', paymentFor: 'renewal' as const };
    await staff.api.payments.add({ studentId, classId, ...earlier });
    const [newest, oldest] = await staff.api.payments.list({ studentId });
    expect(newest).toMatchObject({
      id,
      className: 'Ballet 1',
      ...terms,
      subscriptionType: 'time_based',
      status: 'active',
      effectiveStatus: 'active',
      sessionsLeft: null,
      paymentNotes: 'cash',
      paidOn: testToday,
      version: 1,
    });
    expect(oldest).toMatchObject({ paidOn: '2026-10-05', paymentFor: 'renewal' });
  });

  it('keeps who changed what from which value to which', async () => {
    const { owner, staff } = await app.studio();
    const { studentId, classId } = await studentAndClass(owner);
    const other = await makeClass(app, owner, { name: 'Jazz 2' });
    const { id } = await owner.api.payments.add({ studentId, classId, ...terms });
    const edit = {
      id,
      version: 1,
      ...terms,
      classId: other,
      amountPaidCents: 9_900,
      status: 'cancelled' as const,
      paidOn: testToday,
    };
    expect(await staff.api.payments.update(edit)).toEqual({ id, version: 2 });
    const [change, first] = await owner.api.payments.history({ id });
    expect(change).toMatchObject({
      by: 'Staff Person',
      action: 'UPDATE',
      fields: [
        { field: 'classId', before: 'Ballet 1', after: 'Jazz 2' },
        { field: 'amountPaidCents', before: 12_050, after: 9_900 },
        { field: 'status', before: 'active', after: 'cancelled' },
      ],
    });
    expect(first).toMatchObject({ by: 'Olive Owner', action: 'INSERT' });
    const [row] = await owner.api.payments.list({ studentId });
    expect(row).toMatchObject({ paidOn: testToday, effectiveStatus: 'cancelled', className: 'Jazz 2' });
    expect(await refused(owner.api.payments.update(edit), 409)).toMatchObject({
      code: 'STALE',
      data: { changedBy: 'Staff Person', current: { amountPaidCents: 9_900 } },
    });
  });

  it('tells two classes of one name apart where it was moved from one to the other', async () => {
    const { owner } = await app.studio();
    const [classId, other] = [
      await makeClass(app, owner, { name: 'Ballet 1' }),
      await makeClass(app, owner, {
        name: 'Ballet 1',
        daysOfWeek: [6],
        startTime: '10:00',
        endTime: '11:00',
      }),
    ];
    const studentId = await makeStudent(app, owner);
    const { id } = await owner.api.payments.add({ studentId, classId, ...terms });
    await owner.api.payments.update({
      id,
      version: 1,
      classId: other,
      ...terms,
      status: 'active',
      paidOn: testToday,
    });
    const [change, first] = await owner.api.payments.history({ id });
    expect(change?.fields).toEqual([
      {
        field: 'classId',
        before: 'Ballet 1 · Mon, Wed, 5:00 – 6:00 PM',
        after: 'Ballet 1 · Sat, 10:00 – 11:00 AM',
      },
    ]);
    expect(first?.fields).toContainEqual({ field: 'classId', before: null, after: 'Ballet 1' });
  });

  it('keeps who changed it once they left the team, and not how to reach them', async () => {
    const { owner, staff } = await app.studio();
    const { id } = await staff.api.payments.add({ ...(await studentAndClass(owner)), ...terms });
    await owner.api.organization.team.remove({ profileId: staff.profileId });
    expect(await owner.api.payments.history({ id })).toMatchObject([{ by: 'Staff Person' }]);
    const left = await app.database.inTenant(owner, (db) =>
      db
        .selectFrom('profiles')
        .select(['email', 'phoneNumber'])
        .where('id', '=', staff.profileId)
        .executeTakeFirst(),
    );
    expect(left).toEqual({ email: null, phoneNumber: null });
  });

  it('is active through its last day in the studio’s zone, expired from the next', async () => {
    const { owner } = await app.studio({ timeZone: 'America/New_York' });
    const auckland = (await app.studio({ timeZone: 'Pacific/Auckland' })).owner;
    const here = await makeSubscription(app, owner, { endDate: '2026-11-21' });
    const there = await makeSubscription(app, auckland, { endDate: '2026-11-21' });
    try {
      expect(await stateOf(owner, here)).toEqual(['active', null]);
      // It is the 22nd in Auckland already.
      expect(await stateOf(auckland, there)).toEqual(['expired', null]);
      app.setNow('2026-11-22T04:59:59Z');
      expect(await stateOf(owner, here)).toEqual(['active', null]);
      app.setNow('2026-11-22T05:00:00Z');
      expect(await stateOf(owner, here)).toEqual(['expired', null]);
      expect((await owner.api.people.students.get({ id: here.studentId })).status).toBe('expired');
    } finally {
      app.setNow(testNow);
    }
  });

  it('is used up by attended, completed sessions of its class within its dates', async () => {
    const { owner } = await app.studio();
    const { studentId, classId } = await studentAndClass(owner);
    const other = await makeClass(app, owner);
    const bought = { studentId, classId, numberOfSessions: 2, subscriptionType: 'session_based' } as const;
    const sold = await makeSubscription(app, owner, {
      ...bought,
      startDate: '2026-11-02',
      endDate: '2026-11-30',
    });
    const timed = await makeSubscription(app, owner, {
      ...bought,
      subscriptionType: 'time_based',
      numberOfSessions: 1,
    });
    const present = [studentId];
    await makeAttendance(app, owner, { classId, date: '2026-10-28', present });
    await makeAttendance(app, owner, { classId, date: '2026-11-04', absent: present });
    await makeAttendance(app, owner, { classId, date: '2026-11-09', status: 'Cancelled', present });
    await makeAttendance(app, owner, { classId: other, date: '2026-11-11', present });
    expect(await stateOf(owner, sold)).toEqual(['active', 2]);
    await makeAttendance(app, owner, { classId, date: '2026-11-02', present });
    expect(await stateOf(owner, sold)).toEqual(['active', 1]);
    const last = await makeAttendance(app, owner, { classId, date: '2026-11-11', present });
    expect(await stateOf(owner, sold)).toEqual(['expired', 0]);
    expect(await stateOf(owner, timed)).toEqual(['active', null]);
    // One more than paid for leaves none, not less than none.
    await makeAttendance(app, owner, { classId, date: '2026-11-16', present });
    expect(await stateOf(owner, sold)).toEqual(['expired', 0]);
    await app.database.inTenant(owner, (db) =>
      db.updateTable('attendanceEntries').set({ isPresent: false }).where('sessionId', '=', last).execute(),
    );
    expect(await stateOf(owner, sold)).toEqual(['expired', 0]);
  });

  it('calls a student active while any payment is, else expired, else cancelled', async () => {
    const { owner } = await app.studio();
    const studentId = await makeStudent(app, owner);
    const status = async () => (await owner.api.people.students.get({ id: studentId })).status;
    expect(await status()).toBeNull();
    await makeSubscription(app, owner, { studentId, status: 'cancelled' });
    expect(await status()).toBe('cancelled');
    await makeSubscription(app, owner, { studentId, status: 'expired' });
    expect(await status()).toBe('expired');
    await makeSubscription(app, owner, { studentId });
    expect(await status()).toBe('active');
  });

  it('does a repeated request once, also in parallel, and refuses another use of its key', async () => {
    const { owner } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const { studentId, classId } = await studentAndClass(owner);
    const request = { studentId, classId, ...terms, idempotencyKey: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.api.payments.add(request)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await owner.api.payments.add(request)).toEqual(answers[0]);
    expect(await owner.api.payments.list({ studentId })).toHaveLength(1);
    await refused(owner.api.payments.add({ ...request, amountPaidCents: 1 }), 422);
    const { paymentFor: _, ...item } = terms;
    await refused(
      owner.api.enrollment.enrollStudent({
        studentDetails: { fullName: 'Mia' },
        enrollmentItems: [{ classId, ...item }],
        idempotencyKey: request.idempotencyKey,
      }),
      422,
    );
    // The same key in another studio is another request.
    const theirs = await studentAndClass(bob);
    expect(await bob.api.payments.add({ ...request, ...theirs })).not.toEqual(answers[0]);
  });

  it('leaves a key free when its request was refused', async () => {
    const { owner } = await app.studio();
    const { studentId, classId } = await studentAndClass(owner);
    const request = { studentId, classId, ...terms, idempotencyKey: randomUUID() };
    await refused(owner.api.payments.add({ ...request, classId: unknown }), 404);
    await owner.api.payments.add(request);
    expect(await owner.api.payments.list({ studentId })).toHaveLength(1);
  });

  it('takes no new payment for a deleted class, and corrects the old ones', async () => {
    const { owner } = await app.studio();
    const { studentId, classId } = await studentAndClass(owner);
    const { id } = await owner.api.payments.add({ studentId, classId, ...terms });
    await owner.api.scheduling.classes.delete({ id: classId });
    const refusal = await refused(owner.api.payments.add({ studentId, classId, ...terms }), 404);
    expect(refusal.message).toBe('Class not found in your organization.');
    const edit = { id, version: 1, classId, ...terms, status: 'active' as const, paidOn: '2026-11-20' };
    await owner.api.payments.update(edit);
    expect(await owner.api.payments.list({ studentId })).toMatchObject([{ id, paidOn: '2026-11-20' }]);
  });

  it('moves no payment to a deleted class, and tells of a change that came first', async () => {
    const { owner, staff } = await app.studio();
    const { studentId, classId } = await studentAndClass(owner);
    const deleted = await makeClass(app, owner, { name: 'Jazz 2' });
    const { id } = await owner.api.payments.add({ studentId, classId, ...terms });
    await owner.api.scheduling.classes.delete({ id: deleted });
    const edit = { id, version: 1, classId, ...terms, status: 'active' as const, paidOn: testToday };
    const refusal = await refused(owner.api.payments.update({ ...edit, classId: deleted }), 400);
    expect(refusal.data).toEqual({
      issues: [{ path: ['classId'], message: 'This class was deleted. Choose another one.' }],
    });
    expect(await owner.api.payments.list({ studentId })).toMatchObject([{ classId, version: 1 }]);
    await staff.api.payments.update(edit);
    const late = await refused(owner.api.payments.update({ ...edit, classId: deleted }), 409);
    expect(late).toMatchObject({ code: 'STALE', data: { changedBy: 'Staff Person' } });
  });

  it('was paid today in the studio’s zone or before, never later', async () => {
    const message = 'Enter a day that is not in the future.';
    // It is the 22nd in Auckland already, and the 21st in New York.
    for (const [timeZone, today, tomorrow] of [
      ['Pacific/Auckland', '2026-11-22', '2026-11-23'],
      ['America/New_York', '2026-11-21', '2026-11-22'],
    ] as const) {
      const { owner } = await app.studio({ timeZone });
      const asked = await studentAndClass(owner);
      const { id } = await owner.api.payments.add({ ...asked, ...terms, paidOn: today });
      const edit = { id, version: 1, classId: asked.classId, ...terms, status: 'active' as const };
      await owner.api.payments.update({ ...edit, paidOn: today, amountPaidCents: 1 });
      for (const paidOn of [tomorrow, '2062-11-21']) {
        const issues = [{ path: ['paidOn'], message }];
        const added = await refused(owner.api.payments.add({ ...asked, ...terms, paidOn }), 400);
        expect(added.data).toEqual({ issues });
        const edited = await refused(owner.api.payments.update({ ...edit, version: 2, paidOn }), 400);
        expect(edited.data).toEqual({ issues });
        const { paymentFor: _, ...item } = terms;
        const enrolled = await refused(
          owner.api.enrollment.enrollStudent({
            studentDetails: { fullName: 'Mia' },
            enrollmentItems: [{ classId: asked.classId, ...item, paidOn }],
          }),
          400,
        );
        expect(enrolled.data).toEqual({ issues: [{ path: ['enrollmentItems', '0', 'paidOn'], message }] });
      }
      expect(await owner.api.payments.list({ studentId: asked.studentId })).toMatchObject([
        { paidOn: today },
      ]);
    }
  });

  it('keeps the day it was paid unless another is given: there is none without', async () => {
    const { owner } = await app.studio();
    const { id, studentId, classId } = await makeSubscription(app, owner);
    const edit = { id, version: 1, classId, ...terms, status: 'active' as const };
    for (const paidOn of [undefined, null, '']) {
      const refusal = await refused(owner.api.payments.update({ ...edit, paidOn } as never), 400);
      expect(refusal.data).toMatchObject({
        issues: [{ path: ['paidOn'], message: 'Enter the day it was paid.' }],
      });
    }
    expect(await owner.api.payments.list({ studentId })).toMatchObject([
      { paidOn: '2026-10-01', version: 1 },
    ]);
  });

  it('names the field of bad input', async () => {
    const { owner } = await app.studio();
    const { studentId, classId } = await studentAndClass(owner);
    const good = { studentId, classId, ...terms };
    const bad: [string, object][] = [
      ['classId', { classId: '' }],
      ['amountPaidCents', { amountPaidCents: -1 }],
      ['amountPaidCents', { amountPaidCents: 0.5 }],
      ['amountPaidCents', { amountPaidCents: 1e12 }],
      ['numberOfSessions', { numberOfSessions: 0 }],
      ['numberOfSessions', { numberOfSessions: 2 ** 31 }],
      ['startDate', { startDate: '' }],
      ['endDate', { endDate: '2026-02-30' }],
      ['endDate', { endDate: '2026-10-31' }],
      ['paymentFor', { paymentFor: 'gift' }],
      ['subscriptionType', { subscriptionType: 'forever' }],
      ['paidOn', { paidOn: 'today' }],
      ['status', { status: 'active' }],
      ['idempotencyKey', { idempotencyKey: 'short' }],
    ];
    for (const [field, change] of bad) {
      const refusal = await refused(owner.api.payments.add({ ...good, ...change } as never), 400);
      expect([field, refusal.data]).toMatchObject([field, { issues: [{ path: [field] }] }]);
    }
    const unpaid = await refused(owner.api.payments.add({ ...good, amountPaidCents: null } as never), 400);
    expect(unpaid.data).toMatchObject({ issues: [{ message: 'Enter an amount of 0 or more.' }] });
    expect(await owner.api.payments.list({ studentId })).toEqual([]);
  });

  it('answers every role, other studios and visitors as it should', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const { id, studentId, classId } = await makeSubscription(app, owner);
    const edit = { id, version: 1, classId, ...terms, status: 'active' as const, paidOn: testToday };
    for (const actor of [owner, admin, staff]) {
      expect(await actor.api.payments.list({ studentId })).toHaveLength(1);
      expect(await actor.api.payments.history({ id })).toHaveLength(1);
    }
    await refused(instructor.api.payments.list({ studentId }), 403);
    await refused(instructor.api.payments.list({ studentId: instructor.profileId }), 403);
    for (const { api } of [instructor, student]) {
      await refused(api.payments.add({ studentId, classId, ...terms }), 403);
      await refused(api.payments.update(edit), 403);
      await refused(api.payments.history({ id }), 403);
    }
    const their = await studentAndClass(bob);
    expect(await bob.api.payments.list({ studentId })).toEqual([]);
    expect((await refused(bob.api.payments.add({ ...their, classId, ...terms }), 404)).message).toBe(
      'Class not found in your organization.',
    );
    expect((await refused(bob.api.payments.add({ ...their, studentId, ...terms }), 404)).message).toBe(
      'Student not found in your organization.',
    );
    expect((await refused(bob.api.payments.update({ ...edit, classId: their.classId }), 404)).message).toBe(
      "Subscription not found or you don't have permission to update it.",
    );
    await refused(owner.api.payments.update({ ...edit, classId: their.classId }), 404);
    await refused(bob.api.payments.history({ id }), 404);
    await refused(owner.api.payments.add({ studentId: staff.profileId, classId, ...terms }), 404);
    await refused(app.visitor.payments.list({ studentId }), 401);
    await refused(app.visitor.payments.add({ studentId, classId, ...terms }), 401);
    await refused(app.visitor.payments.update(edit), 401);
    await refused(app.visitor.payments.history({ id }), 401);
  });

  it('shows a student who signs in what they paid, without the notes, and nothing of anybody else', async () => {
    const { owner, student } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const studentId = student.profileId;
    const classId = await makeClass(app, owner);
    await owner.api.payments.add({ studentId, classId, ...terms, paymentNotes: 'pays late, waive the fee' });
    const [row] = await owner.api.payments.list({ studentId });
    expect(row).toMatchObject({ paymentNotes: 'pays late, waive the fee' });
    // In one moment: who asks along with the office is not given the office's answer.
    const asked = Array.from({ length: 24 }, (_, nth) => (nth % 2 === 0 ? owner : student));
    const answers = await Promise.all(asked.map(({ api }) => api.payments.list({ studentId })));
    expect(answers).toEqual(asked.map((by) => [by === owner ? row : { ...row, paymentNotes: null }]));

    const nobodys = await refused(student.api.payments.list({ studentId: unknown }), 404);
    expect(nobodys.message).toBe('Student not found in your organization.');
    const classmate = await makeSubscription(app, owner);
    const theirs = await makeSubscription(app, bob);
    for (const other of [classmate.studentId, theirs.studentId, owner.profileId])
      expect(await refused(student.api.payments.list({ studentId: other }), 404)).toEqual(nobodys);
  });
});
