import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openApp, type App } from '#server/app.ts';
import { seedDemoStudio } from '#server/demo/demo-studio.ts';
import { readyWords } from '#server/ready-words.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

const address = '\n  Barre is ready at http://localhost:3000\n';
const demo =
  '\n  Barre is ready at http://localhost:3000\n  Demo studio: sign in as owner@barre.example with the password dance-with-us\n';

let app: App;
beforeAll(async () => {
  app = await openApp(readConfig({ LOG_LEVEL: 'error' }), { database: await openTestDatabase() });
});
afterAll(async () => {
  await app.live.close();
  await app.database.close();
});

it('says where it is ready, and how to sign in to a demo studio, but not in production', async () => {
  expect(await readyWords(app)).toBe(address);
  await seedDemoStudio(app, { students: 1 });
  expect(await readyWords(app)).toBe(demo);
  await app.database.pool.query(`delete from auth."user" where email like 'desk-%'`);
  expect(await readyWords(app)).toBe(demo);
  const config = readConfig({ MODE: 'production' });
  expect(await readyWords({ ...app, config })).toBe(address);
});
