import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

it('goes on answering for a while after it was told to end, and says that it is not ready', async () => {
  const config = readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: 'x'.repeat(32), DRAIN_SECONDS: '3' });
  const app = await openApp(config, { database: await openTestDatabase() });
  const server = serve(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await ask('/readyz')).status).toBe(200);
  const closed = closeApp(app, server);
  expect((await ask('/readyz')).status).toBe(503);
  const answer = await ask('/healthz');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  await closed;
  await expect(ask('/healthz')).rejects.toThrow('fetch failed');
});
