import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeClass } from '#tests/support/factories.ts';
import { useTestApp, type Actor } from '#tests/support/test-app.ts';
import { asOwner, hasPostgres } from '#tests/support/test-database.ts';

// Whoever touches several classes at once takes them in one order; in two orders, each would wait for the other.
describe.runIf(hasPostgres)('several classes', () => {
  const app = useTestApp('postgres');
  const days = { start: '2026-11-23', end: '2026-11-25' };
  const cancelDays = ({ api }: Actor) => api.scheduling.cancellations.cancelDays(days);

  /** Ids in the order in which they are taken. */
  const inOrder = () => [randomUUID(), randomUUID()].toSorted() as [string, string];

  /** Holds a class while something is done, and lets it go. */
  const hold = (id: string, by: Actor, meanwhile: () => Promise<void>) =>
    asOwner(app.database, by, async (db) => {
      await sql`select from classes where id = ${id} for update`.execute(db);
      await meanwhile();
    });

  const haveToWait = (count: number) =>
    expect
      .poll(async () => {
        const { rows } = await app.database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(count);

  it('are cancelled by two at once while one more is made', async () => {
    const { owner } = await app.studio();
    const [first, second] = inOrder();
    await makeClass(app, owner, { id: second });
    let both: Promise<unknown[]> = Promise.resolve([]);
    await hold(second, owner, async () => {
      const before = cancelDays(owner);
      await haveToWait(1);
      await makeClass(app, owner, { id: first });
      both = Promise.all([before, cancelDays(owner)]);
      await haveToWait(2);
    });
    expect(await both).toMatchObject([{ cancelled: 2 }, { cancelled: 4 }]);
  });

  it('take a student who is enrolled in all of them while they are cancelled', async () => {
    const terms = {
      startDate: '2026-11-01',
      endDate: '2026-12-31',
      amountPaidCents: 100,
      numberOfSessions: 4,
      subscriptionType: 'session_based' as const,
    };
    const { owner } = await app.studio();
    const [first, second] = inOrder();
    for (const id of [second, first]) await makeClass(app, owner, { id });
    // Known to be few they are read as they lie there: in the order in which they were made.
    await app.database.pool.query('analyze classes');
    let both: Promise<unknown[]> = Promise.resolve([]);
    await hold(first, owner, async () => {
      const cancelled = cancelDays(owner);
      await haveToWait(1);
      const enrolled = owner.api.enrollment.enrollStudent({
        studentDetails: { fullName: 'Ada Student', email: `${randomUUID()}@barre.test` },
        enrollmentItems: [second, first].map((classId) => ({ classId, ...terms })),
        inquiryId: null,
        idempotencyKey: randomUUID(),
      });
      both = Promise.all([cancelled, enrolled]);
      await haveToWait(2);
      const look = sql`select from classes where id = ${second} for update nowait`;
      await asOwner(app.database, owner, async (db) => look.execute(db));
    });
    expect(await both).toMatchObject([{ cancelled: 4 }, { studentId: expect.any(String) }]);
  });
});
