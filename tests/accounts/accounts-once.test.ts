import { expect, it, onTestFinished } from 'vitest';
import { openDatabase, type Database } from '#platform/database.ts';
import { migrate, migrateInside } from '#platform/migrate.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();

const addLogins = `insert into auth.user (name, email) values ('Ada', gen_random_uuid() || '@example.com'),
  ('Ben', gen_random_uuid() || '@example.com') returning id`;
const link = `insert into auth.account (user_id, provider_id, account_id, updated_at) values ($1, $2, $3, $4) returning id`;

async function twoLogins({ pool }: Database): Promise<{ ada: string; ben: string }> {
  const { rows } = await pool.query<{ id: string }>(addLogins);
  return { ada: rows[0]?.id ?? '', ben: rows[1]?.id ?? '' };
}

it('gives an account of a company to one login, and to it once, however often it is linked at the same moment', async () => {
  const { database } = app;
  const { ada, ben } = await twoLogins(database);
  const account = crypto.randomUUID();
  await Promise.all(
    Array.from({ length: 4 }, () => database.pool.query(link, [ada, 'github', account, new Date()])),
  );
  await expect(database.pool.query(link, [ben, 'github', account, new Date()])).rejects.toThrow(
    'account_once',
  );
  await database.pool.query(link, [ben, 'google', account, new Date()]);
  const { rows } = await database.pool.query(
    'select user_id, provider_id from auth.account where account_id = $1 order by provider_id',
    [account],
  );
  expect(rows).toEqual([
    { user_id: ada, provider_id: 'github' },
    { user_id: ben, provider_id: 'google' },
  ]);
});

it('keeps, of accounts an older version had twice, the one that was used last', async () => {
  const database = await openDatabase({});
  onTestFinished(database.close);
  await database.db.transaction().execute((tx) => migrateInside(tx, '0044_index_nobody_uses'));
  const { ada, ben } = await twoLogins(database);
  const accounts: [string, string, string, string][] = [
    [ada, 'github', 'twice', '2026-01-01'],
    [ben, 'github', 'twice', '2026-03-01'],
    [ada, 'github', 'twice', '2026-02-01'],
    [ada, 'google', 'twice', '2026-01-01'],
    [ada, 'credential', ada, '2026-01-01'],
    [ada, 'credential', ada, '2026-01-01'],
  ];
  for (const account of accounts) await database.pool.query(link, account);
  await migrate(database);
  const { rows } = await database.pool.query(
    'select user_id, provider_id from auth.account order by provider_id',
  );
  expect(rows).toEqual([
    { user_id: ada, provider_id: 'credential' },
    { user_id: ben, provider_id: 'github' },
    { user_id: ada, provider_id: 'google' },
  ]);
});
