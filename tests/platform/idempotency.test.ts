import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { once } from '#platform/idempotency.ts';
import { useTestApp, type Actor } from '#tests/support/test-app.ts';
import { asOwner } from '#tests/support/test-database.ts';

const app = useTestApp();

const ask = (by: Actor, key: string) =>
  app.database.inTenant(by, (db) =>
    once(db, { key, operation: 'test', input: {}, answer: { asked: key } }, () => Promise.resolve()),
  );

it('forgets requests that nobody repeats any more, after a week', async () => {
  const { owner } = await app.studio();
  await ask(owner, 'of last month');
  await ask(owner, 'of this week');
  await age(owner, 'of last month', '7 days 1 minute');
  await age(owner, 'of this week', '6 days 23 hours');
  await ask(owner, 'of today');
  expect(await keysOf(owner)).toEqual(['of this week', 'of today']);
});

it('answers an old request once more rather than doing it again', async () => {
  const { owner } = await app.studio();
  await ask(owner, 'of last month');
  await age(owner, 'of last month', '30 days');
  expect(await ask(owner, 'of last month')).toEqual({ asked: 'of last month' });
  expect(await keysOf(owner)).toEqual(['of last month']);
});

it('forgets a few at a time, whoever asks at once', async () => {
  const { owner } = await app.studio();
  for (let n = 0; n < 60; n++) await ask(owner, `old request ${n}`);
  await age(owner, 'old request %', '8 days');
  const kept = async (start: string) => (await keysOf(owner)).filter((key) => key.startsWith(start)).length;
  await ask(owner, 'new request');
  expect(await kept('old')).toBe(40);
  await Promise.all(Array.from({ length: 10 }, (_, n) => ask(owner, `new request ${n}`)));
  expect(await kept('new')).toBe(11);
  expect(await kept('old')).toBeLessThan(40);
});

async function age(of: Actor, key: string, by: string): Promise<void> {
  await asOwner(app.database, of, (tx) =>
    sql`update idempotency_keys set created_at = now() - ${by}::interval where key like ${key}`.execute(tx),
  );
}

async function keysOf(by: Actor): Promise<string[]> {
  const rows = await app.database.readTenant(by, (db) =>
    db.selectFrom('idempotencyKeys').select('key').orderBy('key'),
  );
  return rows.map(({ key }) => key);
}
