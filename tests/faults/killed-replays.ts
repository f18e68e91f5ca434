import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openDatabase } from '#platform/database.ts';
import { addDays, localDateAt } from '#shared/local-date.ts';
import buildPages from '#tests/support/build-pages.ts';
import { openChromium } from '#tests/support/chromium.ts';
import { openFaultyProxy, type Fate, type FaultyProxy } from '#tests/support/faulty-proxy.ts';
import { takeNextVersion, within } from '#tests/support/next-version.ts';
import { keptForOffline } from '#tests/support/offline.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server-process.ts';
import { check } from './checker.ts';
import { rowOf, type Row } from './row.ts';
import { foundStudio, type FaultedStudio } from './studio.ts';
import { until } from './wait.ts';
import type { Write } from './writes.ts';

const path = '/rpc/attendance/save';
const fates: Fate[] = ['dies before', 'dies meanwhile', 'dies after'];
const saved = 'Saved on this device. It will be sent when you are online.';
const timeZone = 'America/New_York';

type Place = { server: ServerProcess; proxy: FaultyProxy; studio: FaultedStudio; page: Page };
/** A log that was sent from the outbox, when the server was killed at it, and how long it then took. */
type Replay = { write: Write; killedAt: number; sentAfterMs: number };

/**
 * Logs wait in the outbox of a phone, and the server dies with its embedded database as each is sent: before it could do
 * it, while it does it, or after it did it and before it could say so. The first of them waits through an update.
 */
export async function killReplays(kills: number): Promise<Row> {
  buildPages();
  const dataDir = await mkdtemp(join(tmpdir(), 'barre-outbox-'));
  const proxy = await openFaultyProxy();
  const server = await prepareServer({ DATA_DIR: dataDir, BASE_URL: proxy.url });
  proxy.target = server.url;
  let browser: Browser | undefined;
  try {
    await server.start();
    const studio = await foundStudio(proxy.url);
    browser = await openChromium();
    const place = { server, proxy, studio, page: await openPhone(browser, studio) };
    const replays: Replay[] = [];
    for (let nth = 0; nth < kills; nth++) replays.push(await replay(nth, place));
    await server.kill();
    return await compare(join(dataDir, 'database'), replays);
  } finally {
    await browser?.close();
    await server.kill();
    await proxy.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function openPhone(browser: Browser, { url, email, password }: FaultedStudio): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: url, viewport, timezoneId: timeZone });
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  const ready = page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await within(ready, 'The service worker was not installed');
  return page;
}

/** Saves a log without a network, and has the server killed when it is sent. */
async function replay(nth: number, place: Place): Promise<Replay> {
  const { server, proxy, studio, page } = place;
  const context = page.context();
  const classId = studio.dailyClassIds[0] ?? '';
  const date = addDays(localDateAt(new Date(), timeZone), -nth);
  await page.goto(`/dashboard/attendance/${classId}/${date}`);
  await page.getByRole('button', { name: 'Save Attendance' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.getByText(saved).waitFor();
  if (nth === 0) await updateApp(place);
  const fate = fates[nth % fates.length] ?? 'dies after';
  let killedAt = 0;
  const killed = new Promise<void>((resolve) => {
    const kill = async () => {
      // Never at the same distance into what it does.
      if (fate === 'dies meanwhile') await pause((nth * 7) % 40);
      killedAt = Date.now();
      await server.kill();
      resolve();
    };
    proxy.curse = { path, fate, kill };
  });
  await context.setOffline(false);
  await within(killed, `Nothing of log ${nth} was sent`);
  const waiting = async () => (await keptForOffline(page)).outbox.length;
  if ((await waiting()) !== 1)
    throw new Error(`Log ${nth} does not wait any more, and nobody said it is saved`);
  await server.start();
  const sentAfterMs = await until(
    async () => (await waiting()) === 0,
    45_000,
    `Log ${nth} is not sent again`,
  );
  await page.getByText('An attendance log for this class on this date').waitFor();
  const write: Write = {
    kind: 'attendance',
    mark: `${classId} ${date}`,
    path,
    body: null,
    isKeyed: true,
    said: 'saved',
  };
  return { write, killedAt, sentAfterMs };
}

/** A new version of the app takes over while a log waits that can not get through. */
async function updateApp({ proxy, page }: Place): Promise<void> {
  proxy.curse = { path, fate: 'lost', kill: async () => {} };
  await page.context().setOffline(false);
  await page.reload();
  await takeNextVersion(page, proxy);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(saved).waitFor();
}

type Logged = { mark: string; logged_at: Date };

async function compare(dataDir: string, replays: Replay[]): Promise<Row> {
  const { pool, close } = await openDatabase({ dataDir });
  try {
    const writes = replays.map(({ write }) => write);
    const findings = await check(async (text) => (await pool.query(text)).rows, { writes });
    const { rows } = await pool.query<Logged>(
      `select class_id || ' ' || session_date as mark, logged_at from attendance_sessions`,
    );
    const stored = replays.filter(({ write, killedAt }) =>
      rows.some(({ mark, logged_at }) => mark === write.mark && Number(logged_at) < killedAt),
    );
    console.log(`  ${stored.length} of ${replays.length} logs were stored when the server was killed`);
    const load = { statuses: {}, longestMs: 0, unclear: [] };
    const recoveries = replays.map(({ sentAfterMs }) => sentAfterMs);
    return rowOf('kill -9 at a log from the outbox', { tries: replays.length, load, findings, recoveries });
  } finally {
    await close();
  }
}
