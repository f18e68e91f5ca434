import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openApp, type App } from '#server/app.ts';
import { seedEmptyDatabase } from '#server/demo/demo-studio.ts';
import { openTestDatabase, testEngines } from '#tests/support/test-database.ts';

describe.each(testEngines)('the demo studio on %s', (engine) => {
  let app: App;
  beforeAll(async () => {
    const config = readConfig({ LOG_LEVEL: 'error', AUTH_SECRET: 'x'.repeat(32) });
    app = await openApp(config, { database: await openTestDatabase(engine) });
  });
  afterAll(async () => {
    await app.live.close();
    await app.database.close();
  });

  const emails = async () => {
    const { rows } = await app.database.pool.query<{ email: string }>('select email from auth."user"');
    return rows.map(({ email }) => email).sort();
  };

  it('is filled once by processes that start at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => seedEmptyDatabase(app)));
    expect(await emails()).toEqual(['desk-owner@barre.example', 'owner@barre.example']);
  });

  it('stays as it is without its front desk, however often the server starts', async () => {
    await app.database.pool.query(`delete from auth."user" where email like 'desk-%'`);
    await seedEmptyDatabase(app);
    expect(await emails()).toEqual(['owner@barre.example']);
  });
});
