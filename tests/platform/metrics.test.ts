import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openApp, serve, type App } from '#server/app.ts';
import { mayReadMetrics } from '#server/probes.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

const token = 'only the machine that counts knows it';

it('tells its metrics to this machine, or to whoever knows the token', async () => {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret only these tests know, long enough',
  });
  const app = await openApp(config, { database: await openTestDatabase() });
  expect(await ask(app)).toMatchObject({ status: 200, text: expect.stringContaining('barre_http_request') });
  expect(await ask(app, { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({ status: 403 });

  const guarded = { ...app, config: { ...config, METRICS_TOKEN: token } };
  expect(await ask(guarded)).toMatchObject({ status: 403 });
  expect(await ask(guarded, { authorization: 'Bearer something else' })).toMatchObject({ status: 403 });
  expect(await ask(guarded, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
  await app.live.close();
  await app.database.close();
});

it.each([
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['10.0.0.7', false],
  ['203.0.113.9', false],
  ['::ffff:203.0.113.9', false],
  ['2001:db8::1', false],
  [undefined, false],
])('without a token %s may read them: %s', (remoteAddress, may) => {
  expect(mayReadMetrics(null, { headers: {}, socket: { remoteAddress } })).toBe(may);
});

async function ask(app: App, headers: Record<string, string> = {}) {
  const server = serve(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  const found = { status: answer.status, text: await answer.text() };
  server.closeAllConnections();
  server.close();
  return found;
}
