import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDatabase } from '#platform/database.ts';
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts';
import { openFaultyProxy, type Fate, type FaultyProxy } from '#tests/support/faulty-proxy.ts';
import { keptForOffline } from '#tests/support/offline.ts';
import { prepareServer } from '#tests/support/server-process.ts';

const fates: Fate[] = ['dies before', 'dies meanwhile', 'dies after'];
const saved = 'Saved on this phone. It will be sent when you are online.';
const everyDay = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

it('a log from the outbox is kept exactly once, wherever the server is killed and through an update', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'barre-outbox-'));
  const proxy = await openFaultyProxy();
  const server = await prepareServer({ DATA_DIR: dataDir, BASE_URL: proxy.url });
  proxy.target = server.url;
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumFlags,
    timeout: 120_000,
  });
  try {
    await server.start();
    const context = await browser.newContext({
      baseURL: proxy.url,
      viewport: { width: 390, height: 844 },
      timezoneId: 'America/New_York',
    });
    context.setDefaultTimeout(45_000);
    const page = await context.newPage();
    const { classIds, today } = await foundStudio(page, fates.length);
    const ready = page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await within(ready, 'The service worker was not installed');

    for (const [round, fate] of fates.entries()) {
      await page.goto(`/dashboard/attendance/${classIds[round]}/${today}`);
      await page.getByRole('button', { name: 'Save Attendance' }).waitFor();
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Save Attendance' }).click();
      await page.getByText(saved).waitFor();
      if (round === 0) await updateApp(page, proxy);
      const killed = new Promise<void>((resolve) => {
        proxy.curse = { path: '/rpc/attendance/save', fate, kill: () => server.kill().then(resolve) };
      });
      await context.setOffline(false);
      await within(killed, `Nothing of round ${round} was sent`);
      expect((await keptForOffline(page)).outbox).toHaveLength(1);
      await server.start();
      await expect.poll(async () => (await keptForOffline(page)).outbox, { timeout: 45_000 }).toEqual([]);
      await page.getByText('An attendance log for this class on this date').waitFor();
    }
  } finally {
    await browser.close();
    await server.kill();
    await proxy.close();
  }
  const database = await openDatabase({ dataDir: `${dataDir}/database` });
  const { rows } = await database.pool.query<{ logs: number; sessions: number }>(
    'select count(*)::int as logs, count(distinct (class_id, session_date))::int as sessions from attendance_sessions',
  );
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
  expect(rows).toEqual([{ logs: fates.length, sessions: fates.length }]);
});

function within(done: Promise<void>, problem: string): Promise<void> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, 90_000, new Error(problem)).unref());
  return Promise.race([done, late]);
}

/** A new version of the app takes over while a log waits that can not get through. */
async function updateApp(page: Page, proxy: FaultyProxy) {
  proxy.curse = { path: '/rpc/attendance/save', fate: 'lost', kill: async () => {} };
  proxy.rewrites.set('/service-worker.js', '\n// the next version\n');
  await page.context().setOffline(false);
  await page.reload();
  const updated = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    // One that could not be installed whole is fetched again.
    for (let state = ''; state !== 'activated';) {
      await registration.update();
      // Nothing is on its way when the page itself has asked for it earlier, and it has come already.
      const coming = registration.installing ?? registration.waiting;
      state = await new Promise<string>((resolve) => {
        const look = () => {
          if (!coming || ['activated', 'redundant'].includes(coming.state))
            resolve(coming?.state ?? 'activated');
        };
        coming?.addEventListener('statechange', look);
        look();
      });
    }
  });
  const idle = await endIdleWorkers(page);
  await within(updated, 'The next service worker did not take over').finally(idle.stop);
  expect(proxy.rewritten).toBeGreaterThan(0);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(saved).waitFor();
}

/**
 * Ends workers while one waits to take over, as a browser ends those that have nothing to do: one that is driven by a
 * test sometimes lets the former run on for minutes.
 */
async function endIdleWorkers(page: Page): Promise<{ stop: () => Promise<void> }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('ServiceWorker.enable');
  const timer = setInterval(() => void end().catch(() => {}), 2_000);
  const isOneWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state === 'installed');
  const end = async () => {
    if (await isOneWaiting()) await browser.send('ServiceWorker.stopAllWorkers');
  };
  return {
    stop: async () => {
      clearInterval(timer);
      await browser.detach();
    },
  };
}

async function foundStudio(page: Page, classes: number): Promise<{ classIds: string[]; today: string }> {
  await page.goto('/login?view=sign_up');
  await page.getByLabel('Your name').fill('Mia Founder');
  await page.getByLabel('Studio name').fill('Monday School');
  await page.getByLabel('Email').fill('mia@barre.test');
  await page.getByLabel('Password', { exact: true }).fill('plié and relevé');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/dashboard');
  const make = async (path: string, body: unknown) => {
    const response = await page.request.post(`/api${path}`, {
      data: body,
      headers: { origin: new URL(page.url()).origin },
    });
    expect(response.status(), await response.text()).toBeLessThan(300);
    return ((await response.json()) as { id: string }).id;
  };
  const roomId = await make('/classrooms', { name: 'Studio A' });
  const danceTypeId = await make('/dance-types', { name: 'Ballet' });
  const instructorId = await make('/instructors', { fullName: 'Ana Ruiz' });
  const classIds: string[] = [];
  for (let n = 0; n < classes; n++) {
    const times = { startTime: `1${n}:00`, endTime: `1${n}:50` };
    const rule = { danceTypeId, instructorId, roomId, daysOfWeek: everyDay, sessionStartDate: '2020-01-01' };
    classIds.push(await make('/classes', { name: `Ballet ${n}`, ...times, ...rule }));
  }
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(new Date());
  return { classIds, today };
}
