import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { once } from '#platform/idempotency.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { useTestApp, type Actor } from '#tests/support/test-app.ts';
import { asOwner, hasPostgres } from '#tests/support/test-database.ts';

// A key names one request of one studio. In the same moment come the same request ten times, another one under its key,
// and the key in another studio.

const rounds = process.env['ATTACKS'] === 'all' ? 1000 : 25;
const alike = 10;

describe.runIf(hasPostgres)('requests of one key at once', () => {
  const app = useTestApp('postgres');

  it(
    'are one effect and one answer in a studio, and nothing to another',
    { timeout: 1_800_000 },
    async () => {
      const { owner } = await app.studio();
      const { owner: stranger } = await app.studio();
      const [pay, payElsewhere] = [await payerOf(owner), await payerOf(stranger)];
      const told = new Set<string>();
      for (let round = 0; round < rounds; round++) {
        const key = randomUUID();
        const odd = round % (alike + 1);
        const [elsewhere, ...answers] = await Promise.allSettled([
          payElsewhere(key, 100),
          ...Array.from({ length: alike + 1 }, (_, nth) => pay(key, nth === odd ? 200 : 100)),
        ]);
        const same = answers.toSpliced(odd, 1);
        // Whoever came first has the key: the one, or the ten.
        const [won, lost] =
          answers[odd]?.status === 'fulfilled' ? [[answers[odd]], same] : [same, [answers[odd]]];
        const ids = new Set([...won, elsewhere].map((answer) => idIn(answer)));
        expect(ids.size).toBe(2);
        expect(lost).toEqual(lost.map(() => refusedAsUsed));
        for (const id of ids) told.add(id);
      }
      expect(told.size).toBe(2 * rounds);
      expect([await countPayments(owner), await countPayments(stranger)]).toEqual([rounds, rounds]);
    },
  );

  it('do not wait while another forgets old ones', async () => {
    const { owner, admin } = await app.studio();
    for (let n = 0; n < 30; n++) await ask(owner, `old request ${n}`);
    await asOwner(app.database, owner, (tx) =>
      sql`update idempotency_keys set created_at = now() - interval '8 days'`.execute(tx),
    );
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const long = ask(owner, 'a long import', () => {
      begun.resolve();
      return held.promise;
    });
    await begun.promise;
    const short = ask(admin, 'the attendance of a class').finally(held.resolve);
    expect(await short).toEqual({ asked: 'the attendance of a class' });
    await long;
  });

  const ask = (by: Actor, key: string, work: () => Promise<unknown> = () => Promise.resolve()) =>
    app.database.inTenant(by, (db) =>
      once(db, { key, operation: 'test', input: {}, answer: { asked: key } }, work),
    );

  async function payerOf(by: Actor) {
    const [studentId, classId] = [await makeStudent(app, by), await makeClass(app, by, { daysOfWeek: [1] })];
    const terms = { startDate: '2026-11-01', endDate: '2026-11-30', numberOfSessions: 1 };
    const payment = { ...terms, studentId, classId, paymentFor: 'renewal' as const };
    return (idempotencyKey: string, amountPaidCents: number) =>
      by.api.payments.add({ ...payment, amountPaidCents, idempotencyKey });
  }

  const countPayments = async (by: Actor) =>
    (await app.database.readTenant(by, (db) => db.selectFrom('subscriptions').select('id'))).length;
});

const refusedAsUsed = { status: 'rejected', reason: expect.objectContaining({ status: 422 }) };

function idIn(answer: PromiseSettledResult<{ id: string }> | undefined): string {
  if (answer?.status !== 'fulfilled') throw answer?.reason ?? new Error('not answered');
  return answer.value.id;
}
