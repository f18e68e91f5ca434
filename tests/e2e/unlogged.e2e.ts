import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { expectAccessible, hold, useBrowser } from '#tests/support/browser.ts';

const stage = useBrowser();

it('names the days with sessions nobody has logged, and leads to them until they are', async () => {
  const { owner } = await stage.app.studio();
  await makeAttendedClass(stage.app, owner, {
    name: 'Ballet 1',
    daysOfWeek: [1, 3],
    sessionEndDate: '2026-11-18',
  });
  await sql`update classes set created_at = '2026-11-16T12:00Z'`.execute(stage.app.database.db);
  const page = await stage.open('/dashboard/daily-log', { by: owner });
  await page.getByText('2 sessions of the last five weeks are not logged').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mon, Nov 16 1 session' }).click();
  await page.getByRole('link', { name: 'Log Attendance' }).click();
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Daily Schedual' }).click();
  await page.getByText('1 session of the last five weeks is not logged').waitFor();
  await page.getByRole('button', { name: 'Wed, Nov 18 1 session' }).waitFor();
});

it('leads to them from a filter that would hide them', async () => {
  const { owner } = await stage.app.studio();
  await makeAttendedClass(stage.app, owner, { name: 'Ballet 1', sessionEndDate: '2026-11-18' });
  await sql`update classes set created_at = '2026-11-16T12:00Z'`.execute(stage.app.database.db);
  const page = await stage.open('/dashboard/daily-log?from=20:00', { by: owner });
  await page.getByRole('button', { name: 'Wed, Nov 18 1 session' }).click();
  await page.getByRole('link', { name: 'Log Attendance' }).waitFor();
  expect(new URL(page.url()).search).toBe('?date=2026-11-18');
});

it('says what is not logged before there is anything to press below it', async () => {
  const { owner } = await stage.app.studio();
  await makeAttendedClass(stage.app, owner, { name: 'Ballet 1', daysOfWeek: [1, 6] });
  await sql`update classes set created_at = '2026-11-16T12:00Z'`.execute(stage.app.database.db);
  const page = await stage.open('/dashboard/cancellations', { by: owner });
  const release = await hold(page, '**/rpc/attendance/unlogged**');
  // The second for which it is waited is not over before.
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const later = (run: TimerHandler, ms = 0) => start(run, ms === 1_000 ? 1_000_000_000 : ms);
    window.setTimeout = later as typeof window.setTimeout;
  });
  const dayIsThere = page.waitForResponse('**/rpc/attendance/dailyLog**');
  await page.goto(`${stage.url}/dashboard/daily-log`);
  await dayIsThere;
  await page.getByRole('status').getByText('Loading the day').waitFor();
  expect(await page.getByRole('link', { name: 'Ballet 1', exact: true }).count()).toBe(0);
  release();
  await page.getByText('1 session of the last five weeks is not logged').waitFor();
  await page.getByRole('link', { name: 'Ballet 1', exact: true }).waitFor();
});

it('shows the day all the same where nobody says what is not logged', async () => {
  const { owner } = await stage.app.studio();
  await makeAttendedClass(stage.app, owner, { name: 'Ballet 1', daysOfWeek: [6] });
  const page = await stage.open('/dashboard/cancellations', { by: owner });
  await hold(page, '**/rpc/attendance/unlogged**');
  await page.goto(`${stage.url}/dashboard/daily-log`);
  await page.getByRole('link', { name: 'Ballet 1', exact: true }).waitFor();
});

it('shows no row of one day under the date of another', async () => {
  const { owner } = await stage.app.studio();
  await makeAttendedClass(stage.app, owner, { name: 'Ballet 1', daysOfWeek: [6] });
  const page = await stage.open('/dashboard/daily-log', { by: owner });
  await page.getByRole('link', { name: 'Ballet 1', exact: true }).waitFor();
  const answer = await hold(page, '**/rpc/attendance/dailyLog**');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Sun, Nov 22, 2026').waitFor();
  await page.getByRole('status').getByText('Loading the day').waitFor();
  expect(await page.getByRole('link', { name: 'Ballet 1', exact: true }).count()).toBe(0);
  answer();
  await page.getByText('Nothing takes place on this day').waitFor();
});
