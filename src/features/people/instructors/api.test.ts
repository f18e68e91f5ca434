import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaultPayTerms } from '#features/payroll/rules.ts';
import { addDays } from '#shared/local-date.ts';
import {
  makeClass,
  makeClassroom,
  makeDanceType,
  makeInstructor,
  makeStudent,
} from '#tests/support/factories.ts';
import { classOn, makeStage } from '#tests/support/schedule.ts';
import { refused, testNow, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const unknown = '00000000-0000-4000-8000-000000000000';
const missing = 'Instructor not found';

describe('an instructor', () => {
  it('is added with trimmed details, the default terms and nothing typed as empty', async () => {
    const { owner } = await app.studio();
    const added = await owner.api.people.instructors.create({
      fullName: ' Ana Ruiz ',
      email: '',
      phoneNumber: ' ',
    });
    expect(added).toEqual({
      id: added.id,
      fullName: 'Ana Ruiz',
      email: null,
      phoneNumber: null,
      payTerms: defaultPayTerms,
      classCount: 0,
      version: 1,
    });
    expect(await owner.api.people.instructors.get({ id: added.id })).toEqual(added);
  });

  it('is added once however often the request is repeated, with the terms it was added with', async () => {
    const { owner } = await app.studio();
    const { instructors } = owner.api.people;
    const payTerms = { ...defaultPayTerms, ratePerClassCents: 2_550 };
    const request = { fullName: 'Ana Ruiz', payTerms, idempotencyKey: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => instructors.create(request)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await instructors.list({ q: 'Ana' })).toEqual([answers[0]]);
    expect(answers[0]).toMatchObject({ fullName: 'Ana Ruiz', payTerms });
    await refused(instructors.create({ ...request, fullName: 'Bea' }), 422);
    await instructors.create({ ...request, idempotencyKey: randomUUID() });
    expect(await instructors.list({ q: 'Ana' })).toHaveLength(2);
    await instructors.delete({ id: answers[0]?.id ?? '' });
    expect((await refused(instructors.create(request), 404)).message).toContain('deleted since');
  });

  it('is edited as a whole, and an edit without terms keeps them', async () => {
    const { owner } = await app.studio();
    const instructors = owner.api.people.instructors;
    const terms = {
      paymentType: 'hybrid' as const,
      fixedSalaryCents: 150_000,
      ratePerClassCents: 2_550,
      percentageRate: 12.5,
    };
    const { id, version } = await instructors.create({
      fullName: 'Ana',
      email: 'ana@example.com',
      payTerms: terms,
    });
    const edited = await instructors.update({
      id,
      version,
      fullName: 'Ana Ruiz',
      phoneNumber: '+1 555 0100',
    });
    expect(edited).toMatchObject({
      fullName: 'Ana Ruiz',
      email: null,
      phoneNumber: '+1 555 0100',
      payTerms: terms,
      version: 2,
    });
    expect(await instructors.get({ id })).toEqual(edited);
  });

  it('counts the classes they teach now or later', async () => {
    const { owner } = await app.studio();
    const instructorId = await makeInstructor(app, owner);
    const at = (startTime: string, endTime: string, sessionEndDate: string | null) =>
      makeClass(app, owner, { instructorId, startTime, endTime, sessionEndDate });
    await at('09:00', '10:00', null);
    await at('10:00', '11:00', testToday);
    await at('11:00', '12:00', '2026-11-20');
    expect(await owner.api.people.instructors.get({ id: instructorId })).toMatchObject({ classCount: 2 });
  });

  it('counts a class that is handed over from tomorrow on while they still teach it', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { classes } = owner.api.scheduling;
    const { instructors } = owner.api.people;
    const booking = classOn(stage, { daysOfWeek: ['Saturday'] });
    const { id, version } = await classes.create(booking);
    const next = await makeInstructor(app, owner);
    const appliesFrom = addDays(testToday, 1);
    await classes.update({ ...booking, id, version, instructorId: next, appliesFrom });
    const counts = async () =>
      await Promise.all(
        [stage.instructorId, next].map(async (each) => (await instructors.get({ id: each })).classCount),
      );
    expect(await counts()).toEqual([1, 1]);
    const refusal = await refused(instructors.delete({ id: stage.instructorId }), 409);
    expect(refusal.message).toContain('still teaches 1 current or future class');
    try {
      app.setNow('2026-11-22T15:00:00Z');
      expect(await counts()).toEqual([0, 1]);
    } finally {
      app.setNow(testNow);
    }
  });

  it('names the field of bad input', async () => {
    const { owner } = await app.studio();
    const { create, update } = owner.api.people.instructors;
    const cases = [
      [{ fullName: ' ' }, ['fullName']],
      [{ fullName: 'x'.repeat(121) }, ['fullName']],
      [{ fullName: 'A', email: 'ana@' }, ['email']],
      [{ fullName: 'A', phoneNumber: '1'.repeat(41) }, ['phoneNumber']],
      [{ fullName: 'A', payTerms: { paymentType: 'salary' as const } }, ['payTerms', 'fixedSalaryCents']],
      [{ fullName: 'A', payTerms: { percentageRate: 101 } }, ['payTerms', 'percentageRate']],
    ] as const;
    for (const [input, path] of cases) {
      expect((await refused(create(input), 400)).data).toMatchObject({ issues: [{ path }] });
    }
    expect((await refused(update({ id: 'x', version: 1, fullName: 'A' }), 400)).data).toMatchObject({
      issues: [{ path: ['id'] }],
    });
  });

  it('tells a stale edit who was quicker', async () => {
    const { owner, staff } = await app.studio();
    const { id, version } = await owner.api.people.instructors.create({ fullName: 'First' });
    await staff.api.people.instructors.update({ id, version, fullName: 'Second' });
    expect(
      await refused(owner.api.people.instructors.update({ id, version, fullName: 'Third' }), 409),
    ).toMatchObject({
      code: 'STALE',
      data: { changedBy: 'Staff Person' },
    });
  });
});

describe('the list', () => {
  it('is by name and finds beginnings of name, email and phone, whatever case and accent', async () => {
    const { owner } = await app.studio();
    const instructors = owner.api.people.instructors;
    await instructors.create({ fullName: 'zoé 100%', email: 'zoe@example.com' });
    await instructors.create({ fullName: 'Ana Ruiz', phoneNumber: '555-0199' });
    await makeStudent(app, owner, { fullName: 'Zoe the student' });
    const names = async (q?: string) =>
      (await instructors.list(q === undefined ? undefined : { q })).map(({ fullName }) => fullName);
    expect(await names()).toEqual(['Ana Ruiz', 'Instructor Person', 'zoé 100%']);
    expect(await names('ZOE')).toEqual(['zoé 100%']);
    expect(await names('zoé@ex')).toEqual(['zoé 100%']);
    expect(await names('0199')).toEqual(['Ana Ruiz']);
    expect(await names('ru an')).toEqual(['Ana Ruiz']);
    expect(await names('ana x')).toEqual([]);
    expect(await names('%')).toEqual([]);
    expect(await names(' ')).toHaveLength(3);
  });
});

describe('pay terms', () => {
  it('are kept as the rules say: zero is null when new but for a salary, zero when edited', async () => {
    const { owner } = await app.studio();
    const instructors = owner.api.people.instructors;
    const terms = {
      paymentType: 'hybrid' as const,
      fixedSalaryCents: 0,
      ratePerClassCents: 0,
      percentageRate: 3,
    };
    const { id, payTerms } = await instructors.create({ fullName: 'A', payTerms: terms });
    expect(payTerms).toEqual({ ...terms, ratePerClassCents: null });
    // The form sends back what it shows.
    await instructors.update({ id, version: 1, fullName: 'B', payTerms });
    const edited = await instructors.update({ id, version: 2, fullName: 'B', payTerms: terms });
    expect(edited.payTerms).toEqual(terms);
    expect(await instructors.get({ id })).toEqual(edited);
  });

  it('are for owner and admin to see and set, and for the instructor to see', async () => {
    const { owner, admin, staff, instructor } = await app.studio();
    const { id } = await owner.api.people.instructors.create({
      fullName: 'A',
      payTerms: { ratePerClassCents: 900 },
    });
    expect((await admin.api.people.instructors.get({ id })).payTerms).toMatchObject({
      ratePerClassCents: 900,
    });
    expect((await staff.api.people.instructors.get({ id })).payTerms).toBeNull();
    expect((await staff.api.people.instructors.list()).map(({ payTerms }) => payTerms)).toEqual([null, null]);
    expect((await staff.api.people.instructors.create({ fullName: 'B' })).payTerms).toBeNull();
    expect(
      (await staff.api.people.instructors.update({ id, version: 1, fullName: 'A' })).payTerms,
    ).toBeNull();
    const payTerms = { paymentType: 'per_class' as const };
    await refused(staff.api.people.instructors.create({ fullName: 'C', payTerms }), 403);
    await refused(staff.api.people.instructors.update({ id, version: 2, fullName: 'A', payTerms }), 403);
    expect((await owner.api.people.instructors.get({ id })).payTerms).toMatchObject({
      ratePerClassCents: 900,
    });
    expect(await instructor.api.people.instructors.get({ id: instructor.profileId })).toMatchObject({
      payTerms: defaultPayTerms,
    });
  });

  it('leave their history behind', async () => {
    const { owner } = await app.studio();
    const { id } = await owner.api.people.instructors.create({
      fullName: 'A',
      payTerms: { ratePerClassCents: 900 },
    });
    await owner.api.people.instructors.update({
      id,
      version: 1,
      fullName: 'A',
      payTerms: { ratePerClassCents: 1_000 },
    });
    const history = await app.database.inTenant(owner, (db) =>
      db
        .selectFrom('auditLog')
        .select(['action', 'profileId', 'before', 'after'])
        .where('tableName', '=', 'pay_terms')
        .orderBy('id')
        .execute(),
    );
    expect(history).toMatchObject([
      { action: 'INSERT', profileId: owner.profileId },
      { action: 'UPDATE', before: { ratePerClassCents: 900 }, after: { ratePerClassCents: 1_000 } },
    ]);
  });
});

describe('deleting an instructor', () => {
  it('erases who they were, ends their login and leaves the past', async () => {
    const { owner, instructor } = await app.studio();
    const id = instructor.profileId;
    const classId = await makeClass(app, owner, { instructorId: id, sessionEndDate: '2026-11-20' });
    await makeSession(owner, id, { sessionDate: '2026-11-20' });
    await owner.api.people.instructors.delete({ id });
    const [profile] = await app.database.readTenant(owner, (db) =>
      db.selectFrom('profiles').select(['fullName', 'email', 'phoneNumber', 'erasedAt']).where('id', '=', id),
    );
    expect(profile).toMatchObject({ fullName: 'Deleted instructor', email: null, phoneNumber: null });
    expect(profile?.erasedAt).toBeInstanceOf(Date);
    expect(await leftOf(instructor)).toEqual({ users: 0, sessions: 0, memberships: 0 });
    expect(await leftOf(owner)).toEqual({ users: 1, sessions: 1, memberships: 1 });
    const [taught] = await app.database.readTenant(owner, (db) =>
      db.selectFrom('classes').select('instructorId').where('id', '=', classId),
    );
    expect(taught).toEqual({ instructorId: id });
    expect(await owner.api.people.instructors.list()).toEqual([]);
    const { get, update, delete: remove } = owner.api.people.instructors;
    await allMissing([get({ id }), update({ id, version: 2, fullName: 'Back' }), remove({ id })]);
  });

  it('leaves management what they are still to be paid by', async () => {
    const { owner, admin, staff, student } = await app.studio();
    const { create, payTerms, delete: remove } = owner.api.people.instructors;
    const terms = { ...defaultPayTerms, ratePerClassCents: 2_550 };
    const { id } = await create({ fullName: 'Ana', payTerms: terms });
    expect(await payTerms({ id })).toEqual(terms);
    await remove({ id });
    for (const { api } of [owner, admin])
      expect(await api.people.instructors.payTerms({ id })).toEqual(terms);
    await allRefused(
      [staff, student].map(({ api }) => api.people.instructors.payTerms({ id })),
      403,
    );
    const other = await app.studio({ name: 'Bob School' });
    await allMissing([
      other.owner.api.people.instructors.payTerms({ id }),
      payTerms({ id: student.profileId }),
      payTerms({ id: unknown }),
    ]);
  });

  it('is refused while they teach, and says how much', async () => {
    const { owner } = await app.studio();
    const id = await makeInstructor(app, owner, { fullName: 'Ana' });
    await makeClass(app, owner, {
      instructorId: id,
      startTime: '08:00',
      endTime: '09:00',
      sessionEndDate: testToday,
    });
    await makeClass(app, owner, { instructorId: id, sessionStartDate: '2027-01-01' });
    await makeSession(owner, id, { sessionDate: testToday });
    expect((await refused(owner.api.people.instructors.delete({ id }), 409)).message).toBe(
      'Ana still teaches 2 current or future classes and 1 future one-time session. Give them to another instructor or delete them first.',
    );
    expect(await owner.api.people.instructors.get({ id })).toMatchObject({ fullName: 'Ana', version: 1 });
  });

  it('does not mind archived classes, cancelled sessions and logged ones', async () => {
    const { owner } = await app.studio();
    const id = await makeInstructor(app, owner);
    const classId = await makeClass(app, owner, { instructorId: id });
    await makeSession(owner, id, { sessionDate: '2026-12-01', cancelledAt: new Date() });
    await makeSession(owner, id, { sessionDate: testToday, outcome: 'Completed' });
    await app.database.inTenant(owner, (db) =>
      db.updateTable('classes').set({ archivedAt: new Date() }).where('id', '=', classId).execute(),
    );
    await owner.api.people.instructors.delete({ id });
    await refused(owner.api.people.instructors.get({ id }), 404);
  });

  it('does not mind a session of today that is over, by the clock of the studio', async () => {
    const { owner } = await app.studio();
    const id = await makeInstructor(app, owner, { fullName: 'Ana' });
    await makeSession(owner, id, { sessionDate: testToday });
    // 20:59 and 21:00 in New York, where it is still the 21st.
    app.setNow('2026-11-22T01:59:00Z');
    const { message } = await refused(owner.api.people.instructors.delete({ id }), 409);
    app.setNow('2026-11-22T02:00:00Z');
    await owner.api.people.instructors.delete({ id });
    app.setNow(testNow);
    expect(message).toMatch('still teaches 1 future one-time session.');
    expect(await owner.api.attendance.dailyLog({ date: testToday })).toMatchObject([
      { instructor: { fullName: 'Deleted instructor' } },
    ]);
  });

  it('lets nothing be booked for them afterwards', async () => {
    const { owner } = await app.studio();
    const id = await makeInstructor(app, owner);
    const classId = await makeClass(app, owner, { instructorId: id, sessionEndDate: '2026-11-20' });
    await owner.api.people.instructors.delete({ id });
    const erased = { code: '23514', constraint: 'instructor_was_deleted' };
    await expect(makeClass(app, owner, { instructorId: id })).rejects.toMatchObject(erased);
    await expect(makeSession(owner, id, { sessionDate: '2026-12-01' })).rejects.toMatchObject(erased);
    const change = (values: { name?: string; sessionEndDate?: string; archivedAt?: Date }) =>
      app.database.inTenant(owner, (db) =>
        db.updateTable('classes').set(values).where('id', '=', classId).execute(),
      );
    await expect(change({ sessionEndDate: '2027-11-20' })).rejects.toMatchObject(erased);
    await change({ name: 'Ballet of last season' });
    await change({ archivedAt: new Date() });
  });
});

describe('deleting and booking at once', () => {
  it('never leaves a class with an instructor who is gone', async () => {
    const { owner } = await app.studio();
    const [roomId, danceTypeId] = [await makeClassroom(app, owner), await makeDanceType(app, owner)];
    for (let round = 0; round < 20; round++) {
      const id = await makeInstructor(app, owner);
      const outcomes = await Promise.allSettled([
        makeClass(app, owner, { instructorId: id, roomId, danceTypeId }),
        owner.api.people.instructors.delete({ id }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});

describe('who may do what', () => {
  it('answers every role, other studios and visitors as it should', async () => {
    const { admin, staff, instructor, student } = await app.studio();
    const other = await app.studio({ name: 'Bob School' });
    const { id } = await staff.api.people.instructors.create({ fullName: 'Ours' });
    for (const { api } of [instructor, student]) {
      const { list, get, create, update } = api.people.instructors;
      await allRefused(
        [list(), get({ id }), create({ fullName: 'x' }), update({ id, version: 1, fullName: 'x' })],
        403,
      );
    }
    for (const { api } of [staff, instructor, student])
      await refused(api.people.instructors.delete({ id }), 403);
    expect(await instructor.api.people.instructors.get({ id: instructor.profileId })).toMatchObject({
      fullName: 'Instructor Person',
    });
    expect((await refused(student.api.people.instructors.get({ id: student.profileId }), 404)).message).toBe(
      missing,
    );

    const { get, update, delete: remove } = other.owner.api.people.instructors;
    expect(await other.owner.api.people.instructors.list()).toHaveLength(1);
    await allMissing([
      get({ id }),
      update({ id, version: 1, fullName: 'x' }),
      remove({ id }),
      get({ id: unknown }),
    ]);

    const visitor = app.visitor.people.instructors;
    const asVisitor = [
      visitor.list(),
      visitor.get({ id }),
      visitor.create({ fullName: 'x' }),
      visitor.update({ id, version: 1, fullName: 'x' }),
      visitor.delete({ id }),
    ];
    await allRefused(asVisitor, 401);

    await admin.api.people.instructors.delete({ id });
  });

  it('takes nobody but an instructor for one', async () => {
    const { owner, staff } = await app.studio();
    const id = await makeStudent(app, owner);
    const { get, update, delete: remove } = owner.api.people.instructors;
    await allMissing([
      get({ id }),
      update({ id, version: 1, fullName: 'x' }),
      remove({ id }),
      remove({ id: staff.profileId }),
    ]);
  });
});

// Together: a call that is refused while another is waited for would count as unhandled.
async function allRefused(calls: Promise<unknown>[], status: number) {
  return await Promise.all(calls.map((call) => refused(call, status)));
}

async function allMissing(calls: Promise<unknown>[]): Promise<void> {
  for (const { message } of await allRefused(calls, 404)) expect(message).toBe(missing);
}

type SessionValues = { sessionDate: string; outcome?: string; cancelledAt?: Date };

async function makeSession(by: Actor, instructorId: string, values: SessionValues): Promise<void> {
  const roomId = await makeClassroom(app, by);
  const row = { sessionType: 'Private', instructorId, roomId, startTime: '20:00', endTime: '21:00' };
  await app.database.inTenant(by, async (db) => {
    const { outcome, cancelledAt, sessionDate } = values;
    const { id } = await db
      .insertInto('oneOffSessions')
      .values({ ...row, sessionDate })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (outcome) await db.updateTable('oneOffSessions').set({ outcome }).where('id', '=', id).execute();
    if (cancelledAt)
      await db.updateTable('oneOffSessions').set({ cancelledAt }).where('id', '=', id).execute();
  });
}

async function leftOf({ userId }: Actor) {
  const found = await app.database.pool.query<Record<string, number>>(
    `select (select count(*) from auth.user where id = $1) as users, (select count(*) from auth.session where user_id = $1) as sessions,
      (select count(*) from auth.membership where user_id = $1) as memberships`,
    [userId],
  );
  return found.rows[0];
}
