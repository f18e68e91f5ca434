import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import { sessionCookie, signToken } from '#platform/caller.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/database.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import { seedDemoStudio } from '#server/demo/demo-studio.ts';
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts';
import { listScreens } from '#tests/support/screens.ts';

// npm run shots                      every screen of the demo studio, dark and light, on a desk and a phone
// npm run shots -- insights roster   only those whose name has one of the words

const wanted = process.argv.slice(2);
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const folder = 'shots';

const config = readConfig({
  LOG_LEVEL: 'error',
  DATA_DIR: '.data',
  DEMO: 'true',
  AUTH_SECRET: 'only for pictures, thirty-two characters long',
});
const app = await openApp(config, { database: await openDatabase({}) });
const founder = await seedDemoStudio(app);
if (!founder) throw new Error('the demo studio was already there');
const server = serve(app);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
try {
  await mkdir(folder, { recursive: true });
  const screens = (await listScreens(app.database)).filter(
    ([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  for (const theme of ['dark', 'light'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const page = await openPage(browser, theme, viewport);
      for (const [name, path] of screens)
        await photograph(page, path, `${folder}/${name}-${theme}-${size}.png`);
      await page.context().close();
    }
  }
  console.log(`${screens.length * 4} screenshots in ${folder}/`);
} finally {
  await browser.close();
  await closeApp(app, server);
}

async function openPage(
  from: Browser,
  colorScheme: 'dark' | 'light',
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await from.newContext({
    baseURL: base,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`${page.url()}: ${message.text()}`);
  });
  await context.addCookies([await demoCookie()]);
  return page;
}

// Signed in past the form: its limits are not for a camera.
async function demoCookie() {
  const token = randomUUID();
  await app.database.pool.query(
    `insert into auth.session (user_id, token, expires_at)
      select user_id, $1, now() + interval '1 day' from auth.membership where profile_id = $2`,
    [token, founder?.profileId],
  );
  return { name: sessionCookie(base), value: signToken(token, app.secret), url: base };
}

async function photograph(page: Page, path: string, file: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Lists far down are drawn once they come near the screen.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(400);
  // What a tab hides may wait until it is looked at.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"]')].every((busy) => !busy.checkVisibility()),
  );
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file, fullPage: true });
}
