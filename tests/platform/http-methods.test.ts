import { once } from 'node:events';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

it('echoes no request back and does nothing by a method it does not know', async () => {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret only these tests know, long enough',
  });
  const app = await openApp(config, { database: await openTestDatabase() });
  const server = serve(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const method of ['TRACE', 'PROPFIND', 'OPTIONS'])
    for (const path of [
      '/',
      '/login',
      '/rpc/catalog/classrooms/list',
      '/api/classrooms',
      '/api/auth/sign-in/email',
    ]) {
      const headers = { 'x-told': 'a secret that must not come back' };
      const request = send({ port, host: '127.0.0.1', method, path, headers, agent: false }).end();
      const [response] = await once(request, 'response');
      const body = await text(response);
      expect(response.statusCode, `${method} ${path}`).toBe(405);
      expect(body + JSON.stringify(response.headers)).not.toContain('a secret that must not');
    }
  await closeApp(app, server);
});
