import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

it('opens to who sits at the machine alone: every letter in it lets somebody in', async () => {
  const letter = { to: 'owner@barre.test', subject: 'Sign in', text: 'the way in', sentAt: new Date() };
  const config = readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: 'x'.repeat(32), HOST: '0.0.0.0' });
  const app = await openApp(config, {
    database: await openTestDatabase(),
    mail: { send: () => Promise.resolve(), sent: () => [letter] },
  });
  const server = serve(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  const isLed = /"mailbox":true/;
  expect(await ask('/mailbox')).toMatchObject({ status: 200, text: expect.stringContaining('the way in') });
  expect((await ask('/api/sign-in-providers')).text).toMatch(isLed);
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  const refused = await ask('/mailbox', forwarded);
  expect(refused.status).toBe(403);
  expect(refused.text).not.toContain('the way in');
  expect((await ask('/api/sign-in-providers', forwarded)).text).not.toMatch(isLed);
  await closeApp(app, server);
});
