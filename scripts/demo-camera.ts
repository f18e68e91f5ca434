// What the scripts have in common that take pictures of the demo studio.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sessionCookie, signToken } from '#platform/caller.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/database.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import { seedDemoStudio } from '#server/demo/demo-studio.ts';
import { openChromium } from '#tests/support/chromium.ts';

/** The demo studio in memory behind a server of its own, and a browser its owner is signed in to. */
export async function openCamera() {
  const config = readConfig({
    LOG_LEVEL: 'error',
    DEMO: 'true',
    AUTH_SECRET: 'only for pictures, thirty-two characters long',
    REQUESTS_PER_MINUTE: '0',
  });
  const app = await openApp(config, { database: await openDatabase({}) });
  const founder = await seedDemoStudio(app);
  if (!founder) throw new Error('the demo studio was already there');
  const server = serve(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openChromium();
  return {
    database: app.database,
    async openPage(options: BrowserContextOptions): Promise<Page> {
      const context = await browser.newContext({
        baseURL: url,
        reducedMotion: 'reduce',
        locale: 'en-US',
        ...options,
      });
      // Signed in past the form: its limits are not for a camera.
      const token = randomUUID();
      await app.database.pool.query(
        `insert into auth.session (user_id, token, expires_at)
          select user_id, $1, now() + interval '1 day' from auth.membership where profile_id = $2`,
        [token, founder.profileId],
      );
      await context.addCookies([{ name: sessionCookie(url), value: signToken(token, app.secrets[0]), url }]);
      return await context.newPage();
    },
    async close(): Promise<void> {
      await browser.close();
      await closeApp(app, server);
    },
  };
}
