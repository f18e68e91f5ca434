import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Tx } from '#platform/database.ts';
import { sessionDate } from '#tests/support/attended-class.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { hasPostgres } from '#tests/support/test-database.ts';
import { refused, testToday, useTestApp } from '#tests/support/test-app.ts';

// One connection serves the embedded engine, so only a server sees two of them at once.
describe.runIf(hasPostgres)('a place in a class, while its student is being marked', () => {
  const app = useTestApp('postgres');
  // Long enough for a request to reach what it waits for.
  const untilItWaits = () => wait(400);

  /** A student enrolled today, from the day of a session on. */
  async function begin() {
    const { owner } = await app.studio();
    const { attendance, enrollment } = owner.api;
    const classId = await makeClass(app, owner);
    const studentId = await makeStudent(app, owner);
    const { registrationId } = await enrollment.enroll({ classId, studentId, enrolledOn: sessionDate });
    const entries = [{ studentId, isPresent: true }];
    return {
      hold: (what: (db: Tx) => Promise<unknown>, meanwhile: () => Promise<void>) =>
        app.database.inTenant(owner, async (db) => {
          await what(db);
          await meanwhile();
        }),
      studentId,
      registrationId,
      mark: () => attendance.save({ classId, date: sessionDate, entries, idempotencyKey: randomUUID() }),
      move: () => enrollment.update({ registrationId, enrolledOn: testToday }),
      remove: () => enrollment.remove({ classId, studentId }),
      placesThen: async () => (await enrollment.roster({ classId, date: sessionDate })).students.length,
    };
  }

  /** What became of a mark that was on its way when a change of the place was asked for, and of that. */
  async function markedFirst(change: 'move' | 'remove') {
    const { hold, studentId, mark, placesThen, ...changes } = await begin();
    let both: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    const student = (db: Tx) =>
      db.selectFrom('profiles').select('id').where('id', '=', studentId).forUpdate().execute();
    await hold(student, async () => {
      const marked = mark();
      await untilItWaits();
      both = Promise.allSettled([marked, changes[change]()]);
      await untilItWaits();
    });
    const [marked, changed] = await both;
    expect(marked?.status).toBe('fulfilled');
    expect(await placesThen()).toBe(1);
    return changed;
  }

  it('is not moved past the mark', async () => {
    expect(await markedFirst('move')).toMatchObject({ status: 'rejected', reason: { code: 'BAD_REQUEST' } });
  });

  it('is ended with a trace', async () => {
    expect(await markedFirst('remove')).toMatchObject({ status: 'fulfilled', value: { isKept: true } });
  });

  it.each<[string, (db: Tx, id: string) => Promise<unknown>]>([
    [
      'moved',
      (db, id) =>
        db.updateTable('classRegistrations').set({ enrolledOn: testToday }).where('id', '=', id).execute(),
    ],
    ['removed', (db, id) => db.deleteFrom('classRegistrations').where('id', '=', id).execute()],
  ])('takes no mark once it was %s', async (_, change) => {
    const { hold, registrationId, mark, placesThen } = await begin();
    let marked: Promise<unknown> = Promise.resolve();
    await hold(
      (db) => change(db, registrationId),
      async () => {
        marked = refused(mark(), 400);
        await untilItWaits();
      },
    );
    expect(await marked).toMatchObject({
      data: {
        issues: [{ message: 'The roster of this class has changed. Check who was there and save again.' }],
      },
    });
    expect(await placesThen()).toBe(0);
  });

  it('is not taken in a class that is being deleted', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner);
    const studentId = await makeStudent(app, owner);
    let enrolled: Promise<unknown> = Promise.resolve();
    await app.database.inTenant(owner, async (db) => {
      await db.updateTable('classes').set({ archivedAt: new Date() }).where('id', '=', classId).execute();
      enrolled = refused(owner.api.enrollment.enroll({ classId, studentId }), 404);
      await untilItWaits();
    });
    await enrolled;
  });
});
