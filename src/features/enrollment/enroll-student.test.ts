import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeClass } from '#tests/support/factories.ts';
import { refused, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';
import { statementsOf } from '#tests/support/statements.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';

const terms = {
  startDate: '2026-12-01',
  endDate: '2027-02-28',
  amountPaidCents: 15_000,
  numberOfSessions: 12,
};
const who = {
  fullName: 'Mia Möller',
  email: 'mia@example.com',
  gender: 'Female',
  phoneNumber: '555 0101',
} as const;

async function threeClasses(by: Actor): Promise<string[]> {
  const names = ['Ballet 1', 'Jazz 1', 'Tap 1'];
  return await Promise.all(names.map((name) => makeClass(app, by, { name })));
}

function itemsOf(classIds: string[]) {
  return classIds.map((classId) => ({ classId, ...terms }));
}

async function studentsNamed(by: Actor, q: string): Promise<number> {
  return (await by.api.people.students.list({ q })).total;
}

describe('enrolling a student', () => {
  it('makes nothing when one of the classes has ended', async () => {
    const { staff } = await app.studio();
    const ended = await makeClass(app, staff, { name: 'Ballet 1', sessionEndDate: '2026-11-20' });
    const enrollmentItems = itemsOf([...(await threeClasses(staff)), ended]);
    const refusal = await refused(
      staff.api.enrollment.enrollStudent({ studentDetails: who, enrollmentItems }),
      409,
    );
    expect(refusal.message).toBe('Ballet 1 has ended. Change its end date to enroll somebody.');
    expect(await studentsNamed(staff, who.fullName)).toBe(0);
  });

  it('makes profile, registrations and payments together', async () => {
    const { staff } = await app.studio();
    const classIds = await threeClasses(staff);
    const { studentId } = await staff.api.enrollment.enrollStudent({
      studentDetails: { ...who, dateOfBirth: '2012-05-06' },
      enrollmentItems: itemsOf(classIds),
    });
    const student = await staff.api.people.students.get({ id: studentId });
    expect(student).toMatchObject({ ...who, dateOfBirth: '2012-05-06', status: 'active' });
    expect(student.classes.map(({ name, enrolledOn }) => [name, enrolledOn])).toEqual([
      ['Ballet 1', testToday],
      ['Jazz 1', testToday],
      ['Tap 1', testToday],
    ]);
    const payments = await staff.api.payments.list({ studentId });
    expect(payments).toHaveLength(3);
    for (const payment of payments)
      expect(payment).toMatchObject({
        ...terms,
        paymentFor: 'new_class',
        status: 'active',
        paidOn: testToday,
      });
  });

  it('takes few round trips, however many classes', async () => {
    const { owner } = await app.studio();
    const classIds = await threeClasses(owner);
    const statements = await statementsOf(app.database, () =>
      owner.api.enrollment.enrollStudent({
        studentDetails: who,
        enrollmentItems: itemsOf(classIds),
        idempotencyKey: randomUUID(),
      }),
    );
    // begin and scope leave with the first statement: key, work, commit
    expect(statements.map((text) => text.trim().split(/\s/)[0])).toEqual([
      'begin',
      'select',
      'with',
      'with',
      'commit',
    ]);
  });

  it('makes nothing when one class is not there or archived', async () => {
    const { owner } = await app.studio();
    const bob = (await app.studio({ name: 'Bob School' })).owner;
    const [ballet = '', jazz = ''] = await threeClasses(owner);
    const theirs = await makeClass(app, bob);
    await app.database.inTenant(owner, (db) =>
      db.updateTable('classes').set({ archivedAt: new Date() }).where('id', '=', jazz).execute(),
    );
    for (const missing of [unknown, theirs, jazz]) {
      const call = owner.api.enrollment.enrollStudent({
        studentDetails: who,
        enrollmentItems: itemsOf([ballet, missing]),
      });
      expect((await refused(call, 404)).message).toBe('Class not found in your organization.');
    }
    expect(await studentsNamed(owner, 'mia')).toBe(0);
    expect((await owner.api.enrollment.roster({ classId: ballet })).students).toEqual([]);
  });

  it('turns an inquiry into this student in the same step, once', async () => {
    const { owner } = await app.studio();
    const [ballet = ''] = await threeClasses(owner);
    const inquiry = await owner.api.leads.create({ fullName: 'Mia Möller' });
    const enroll = { studentDetails: who, enrollmentItems: itemsOf([ballet]), inquiryId: inquiry.id };
    const { studentId } = await owner.api.enrollment.enrollStudent(enroll);
    expect(await owner.api.leads.get({ id: inquiry.id })).toMatchObject({
      status: 'Converted to Student',
      studentId,
    });
    const again = await refused(owner.api.enrollment.enrollStudent(enroll), 409);
    expect(again).toMatchObject({ code: 'ALREADY_CONVERTED', data: { studentId } });
    await refused(owner.api.enrollment.enrollStudent({ ...enroll, inquiryId: unknown }), 404);
    expect(await studentsNamed(owner, 'mia')).toBe(1);
  });

  it('does a repeated request once, also in parallel', async () => {
    const { owner } = await app.studio();
    const [ballet = ''] = await threeClasses(owner);
    const inquiry = await owner.api.leads.create({ fullName: 'Mia Möller' });
    const request = {
      studentDetails: who,
      enrollmentItems: itemsOf([ballet]),
      inquiryId: inquiry.id,
      idempotencyKey: randomUUID(),
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.api.enrollment.enrollStudent(request)),
    );
    expect(new Set(answers.map(({ studentId }) => studentId)).size).toBe(1);
    expect(await owner.api.enrollment.enrollStudent(request)).toEqual(answers[0]);
    expect(await studentsNamed(owner, 'mia')).toBe(1);
    const other = { ...request, studentDetails: { ...who, fullName: 'Leo' } };
    await refused(owner.api.enrollment.enrollStudent(other), 422);
    await owner.api.enrollment.deleteStudent({ id: answers[0]?.studentId ?? '' });
    const gone = await refused(owner.api.enrollment.enrollStudent(request), 404);
    expect(gone.message).toContain('deleted since. The inquiry stays theirs: enroll them anew without it.');
    const { inquiryId: _, ...anew } = { ...request, idempotencyKey: randomUUID() };
    const again = await owner.api.enrollment.enrollStudent(anew);
    await owner.api.enrollment.deleteStudent({ id: again.studentId });
    const second = await refused(owner.api.enrollment.enrollStudent(anew), 404);
    expect(second.message).toContain('deleted since. Send this once more to save it anew.');
  });

  it('converts an inquiry once when two enroll it at the same time', async () => {
    const { owner, staff } = await app.studio();
    const [ballet = ''] = await threeClasses(owner);
    const inquiry = await owner.api.leads.create({ fullName: 'Mia Möller' });
    const enroll = { studentDetails: who, enrollmentItems: itemsOf([ballet]), inquiryId: inquiry.id };
    const outcomes = await Promise.allSettled(
      [owner, staff, owner, staff].map(({ api }) => api.enrollment.enrollStudent(enroll)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ALREADY_CONVERTED' });
    expect(await studentsNamed(owner, 'mia')).toBe(1);
  });

  it('enrolls different students into one class at the same time', async () => {
    const { owner } = await app.studio();
    const [ballet = ''] = await threeClasses(owner);
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        owner.api.enrollment.enrollStudent({
          studentDetails: { fullName: `Twin ${n}` },
          enrollmentItems: itemsOf([ballet]),
        }),
      ),
    );
    expect((await owner.api.enrollment.roster({ classId: ballet })).students).toHaveLength(12);
  });

  it('says in the spec’s words what the cart lacks', async () => {
    const { owner } = await app.studio();
    const [ballet = ''] = await threeClasses(owner);
    const enroll = (enrollmentItems: unknown) =>
      owner.api.enrollment.enrollStudent({ studentDetails: who, enrollmentItems } as never);
    const issueOf = async (items: unknown) =>
      (await refused(enroll(items), 400)).data as { issues: { path: string[]; message: string }[] };
    expect((await issueOf([])).issues[0]).toEqual({
      path: ['enrollmentItems'],
      message: 'Please add at least one class enrollment before submitting.',
    });
    expect((await issueOf(itemsOf([ballet, ballet]))).issues[0]?.message).toBe(
      'This class is already in your enrollment cart.',
    );
    expect((await issueOf([{ classId: ballet }])).issues[0]?.message).toBe(
      'Please fill in all fields for the enrollment item.',
    );
    expect((await issueOf([{ classId: ballet, ...terms, endDate: '2026-11-30' }])).issues[0]).toMatchObject({
      path: ['enrollmentItems', '0', 'endDate'],
    });
    const paidLater = itemsOf([ballet]).map((item) => ({ ...item, paidOn: '2026-11-22' }));
    expect((await issueOf(paidLater)).issues[0]).toMatchObject({ path: ['enrollmentItems', '0', 'paidOn'] });
    const nobody = owner.api.enrollment.enrollStudent({
      studentDetails: { fullName: '  ' },
      enrollmentItems: itemsOf([ballet]),
    });
    expect((await refused(nobody, 400)).data).toMatchObject({
      issues: [{ path: ['studentDetails', 'fullName'] }],
    });
    const unborn = owner.api.enrollment.enrollStudent({
      studentDetails: { ...who, dateOfBirth: '2026-11-22' },
      enrollmentItems: itemsOf([ballet]),
    });
    expect((await refused(unborn, 400)).data).toMatchObject({
      issues: [{ path: ['studentDetails', 'dateOfBirth'] }],
    });
  });

  it('is for the office', async () => {
    const { owner, instructor, student } = await app.studio();
    const [ballet = ''] = await threeClasses(owner);
    const enroll = { studentDetails: who, enrollmentItems: itemsOf([ballet]) };
    await refused(instructor.api.enrollment.enrollStudent(enroll), 403);
    await refused(student.api.enrollment.enrollStudent(enroll), 403);
    await refused(app.visitor.enrollment.enrollStudent(enroll), 401);
  });
});
