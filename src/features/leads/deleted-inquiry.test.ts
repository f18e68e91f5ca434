import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { convertInquiry, deleteInquiry } from '#features/leads/sql.ts';
import { bookOneOff } from '#features/scheduling/sql.ts';
import { makeStudent } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { refused, testNow, testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();
const yesterday = '2026-11-20';
const monday = '2026-11-23';

async function withTryouts(by: Actor, days: readonly string[]) {
  const { id } = await by.api.leads.create({ fullName: 'Ana Ruiz' });
  const stage = await makeStage(app, by);
  const paid = { sessionType: 'Tryout', inquiryId: id, priceCents: 2500, isPaid: true } as const;
  for (const sessionDate of days)
    await app.database.inTenant(by, (db) =>
      bookOneOff(db, oneOffOn(stage, { ...paid, sessionDate }), yesterday),
    );
  return { id, stage };
}

async function converted(by: Actor, inquiryId: string) {
  const studentId = await makeStudent(app, by, { fullName: 'Ana Ruiz' });
  await app.database.inTenant(by, (db) => convertInquiry(db, inquiryId, studentId));
  return studentId;
}

async function tryoutsOf(by: Actor) {
  const { items } = await by.api.scheduling.oneOffs.list({ start: yesterday });
  return items.map(({ sessionDate, isCancelled, isPaid, student }) => [
    sessionDate,
    isCancelled ? 'cancelled' : 'stands',
    isPaid,
    student?.fullName ?? null,
  ]);
}

describe('deleting an inquiry', () => {
  it('cancels the tryout still to come, which frees its instructor and room, and keeps what is over', async () => {
    const { owner } = await app.studio();
    const { id, stage } = await withTryouts(owner, [yesterday, testToday, monday]);
    await owner.api.leads.delete({ id });
    expect(await tryoutsOf(owner)).toEqual([
      [yesterday, 'stands', true, null],
      [testToday, 'cancelled', true, null],
      [monday, 'cancelled', true, null],
    ]);
    await owner.api.scheduling.oneOffs.create(oneOffOn(stage, { sessionDate: monday }));
  });

  it('keeps the tryout of today that is over by the studio’s clock, though nobody logged it yet', async () => {
    const { owner } = await app.studio({ timeZone: 'America/Los_Angeles' });
    const { id } = await withTryouts(owner, [testToday]);
    const other = await withTryouts(owner, [testToday]);
    const cancelled = async () =>
      (await tryoutsOf(owner)).filter(([, state]) => state === 'cancelled').length;
    // 17:59:59 and 18:00 there, when both end.
    app.setNow('2026-11-22T01:59:59Z');
    await owner.api.leads.delete({ id });
    expect(await cancelled()).toBe(1);
    app.setNow('2026-11-22T02:00:00Z');
    await owner.api.leads.delete({ id: other.id });
    expect(await cancelled()).toBe(1);
    app.setNow(testNow);
  });

  it('leaves the tryouts of who became a student to the student', async () => {
    const { owner } = await app.studio();
    const { id } = await withTryouts(owner, [yesterday, monday]);
    await converted(owner, id);
    await owner.api.leads.delete({ id });
    expect(await tryoutsOf(owner)).toEqual([
      [yesterday, 'stands', true, 'Ana Ruiz'],
      [monday, 'stands', true, 'Ana Ruiz'],
    ]);
  });

  it('takes with it what was noted about its tryouts, in the history as well', async () => {
    const { owner } = await app.studio();
    const { id } = await withTryouts(owner, [yesterday]);
    const others = await withTryouts(owner, ['2026-11-21']);
    const { items } = await owner.api.scheduling.oneOffs.list({ start: yesterday });
    const log = (at: number, version: number, notes: string) =>
      owner.api.attendance.outcome.log({ id: items[at]?.id ?? '', version, outcome: 'Completed', notes });
    await log(0, 1, 'Ana’s mother, 5550101');
    await log(0, 2, 'Ana came with her mother');
    await log(1, 1, 'Ana liked it');
    await owner.api.leads.delete({ id });
    const told = () =>
      app.database.inTenant(owner, async (db) => {
        const sessions = await db.selectFrom('oneOffSessions').select('outcomeNotes').execute();
        return JSON.stringify([sessions, await db.selectFrom('auditLog').selectAll().execute()]);
      });
    expect(await told()).not.toMatch(/mother/);
    expect(await told()).toMatch(/Ana liked it/);
    expect((await owner.api.scheduling.oneOffs.get({ id: items[0]?.id ?? '' })).outcome).toBe('Completed');

    // Who became a student takes them along.
    await converted(owner, others.id);
    await owner.api.leads.delete({ id: others.id });
    expect(await told()).toMatch(/Ana liked it/);
  });

  it('is possible once its student was deleted', async () => {
    const { owner } = await app.studio();
    const { id } = await withTryouts(owner, [yesterday, monday]);
    await owner.api.enrollment.deleteStudent({ id: await converted(owner, id) });
    await owner.api.leads.delete({ id });
    expect(await tryoutsOf(owner)).toEqual([
      [yesterday, 'stands', true, null],
      [monday, 'cancelled', true, null],
    ]);
  });

  it('leaves no tryout behind that was being booked at the same moment', async () => {
    const { owner } = await app.studio();
    const { id, stage } = await withTryouts(owner, []);
    const tryout = oneOffOn(stage, { sessionType: 'Tryout', inquiryId: id });
    let deletion: Promise<unknown> = Promise.resolve();
    await app.database.inTenant(owner, async (db) => {
      await bookOneOff(db, tryout, testToday);
      deletion = owner.api.leads.delete({ id });
      await wait(300);
    });
    await deletion;
    expect(await tryoutsOf(owner)).toEqual([[monday, 'cancelled', false, null]]);
  });

  it('is named by the refusal of a tryout that is booked meanwhile', async () => {
    const { owner } = await app.studio();
    const { id, stage } = await withTryouts(owner, []);
    const { danceTypeId: _, ...slot } = stage;
    const times = { sessionDate: monday, startTime: '17:00', endTime: '18:00' };
    let booking: Promise<{ message: string }> | undefined;
    await app.database.inTenant(owner, async (db) => {
      await deleteInquiry(db, id, { now: new Date(testNow), timeZone: 'America/New_York' });
      booking = refused(owner.api.leads.scheduleTryout({ inquiryId: id, ...slot, ...times }), 404);
      await wait(300);
    });
    expect((await booking)?.message).toBe('Inquiry not found in your organization.');
    expect(await tryoutsOf(owner)).toEqual([]);
  });
});
