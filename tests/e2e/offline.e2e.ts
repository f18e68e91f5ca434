import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { expectAccessible, keepToasts, loaded, useBrowser } from '#tests/support/browser.ts';
import { loseNetwork } from '#tests/support/ended-session.ts';
import { keptForOffline } from '#tests/support/offline.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { testToday, type Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();
const saved = 'Saved on this device. It will be sent when you are online.';
const alreadySubmitted = 'An attendance log for this class on this date has already been submitted.';

describe('attendance without a network', () => {
  it('opens today’s roster on a phone, keeps the log over a reload, and sends it once', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await openPhone(owner);
    await page.context().setOffline(true);

    await page.goto(`${stage.url}/dashboard/daily-log`);
    await page
      .getByRole('button', { name: /Log Attendance: Ballet 1/ })
      .or(page.getByRole('link', { name: /Log Attendance: Ballet 1/ }))
      .click();
    await page.getByRole('switch', { name: /Student 01/ }).click();
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText(saved).waitFor();
    await page.getByText('2 of 3 present.').waitFor();
    await page.getByRole('button', { name: '1 log to send' }).waitFor();
    await expectAccessible(page);

    await page.reload();
    await page.getByText(saved).waitFor();
    await page.goto(`${stage.url}/dashboard/daily-log`);
    await page.getByText('Waits to be sent').waitFor();
    expect(await logsOf(owner, classId)).toBe(0);

    await page.context().setOffline(false);
    await page.getByRole('button', { name: '1 log to send' }).waitFor({ state: 'detached' });
    await page.getByText('2 present').waitFor();
    expect(await logsOf(owner, classId)).toBe(1);
  });

  it('says that a correction failed for the lost network, and no longer that the one before succeeded', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeAttendedClass(stage.app, owner);
    const asked = { classId, date: sessionDate, status: 'Cancelled' } as const;
    await owner.api.attendance.save({ ...asked, idempotencyKey: 'a-log-that-is-corrected' });
    const page = await stage.open(`/dashboard/attendance/${classId}/${sessionDate}`, { by: owner });
    await page.getByRole('button', { name: 'Correct this log' }).click();
    await keepToasts(page);
    await page.getByRole('button', { name: 'Save Correction' }).click();
    const corrected = page.getByText('Attendance log corrected.');
    await corrected.waitFor();
    await page.getByRole('button', { name: 'Correct this log' }).click();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save Correction' }).click();
    await page
      .getByText('Failed to save attendance log. Please try again. You are offline. Check the connection')
      .waitFor();
    await corrected.waitFor({ state: 'detached' });
  });

  it('says why the outcome of a session was not saved, and keeps it', async () => {
    const { owner } = await stage.app.studio();
    const needs = await makeStage(stage.app, owner);
    const { id } = await owner.api.scheduling.oneOffs.create(oneOffOn(needs, { sessionDate: testToday }));
    const page = await stage.open(`/dashboard/log-tryout/${id}`, { by: owner });
    // A private lesson is no tryout.
    await page.getByRole('heading', { level: 1, name: 'Log Outcome' }).waitFor();
    await page.getByLabel('Notes (optional)').fill('left early');
    await page.route('**/rpc/attendance/outcome/log', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Save outcome' }).click();
    await page
      .getByText('Failed to save outcome. The server cannot be reached. Try again in a moment.')
      .first()
      .waitFor();
    expect(await page.getByLabel('Notes (optional)').inputValue()).toBe('left early');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Save outcome' }).click();
    await page.getByText('Outcome logged successfully!').waitFor();
  });

  it('waits where the page of a network answers in place of the server', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await openPhone(owner);
    await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
    await page.getByRole('button', { name: 'Save Attendance' }).waitFor();
    const portal = { contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi</h1>' };
    await page.context().route('**/rpc/**', (route) => route.fulfill(portal));
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText(saved).waitFor();
    await page.getByRole('button', { name: '1 log to send' }).waitFor();
    await page.context().unroute('**/rpc/**');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByText('Logged by Olive Owner on ').waitFor();
    expect(await logsOf(owner, classId)).toBe(1);
  });

  it('says that nothing waits where the browser’s store does not answer, and logs out all the same', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await stage.open('/dashboard/color-palette', { by: owner });
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
    await page.route('**/rpc/attendance/save', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText('Failed to save attendance log. Please try again. The server cannot be').waitFor();
    await page.getByRole('button', { name: 'Olive Owner' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/login**');
  });

  it('says so when somebody else was quicker', async () => {
    const { owner, staff } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await openPhone(owner);
    await page.context().setOffline(true);
    await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText(saved).waitFor();
    await staff.api.attendance.save({
      classId,
      date: testToday,
      status: 'Cancelled',
      idempotencyKey: 'somebody-else-was-quicker',
    });
    await page.context().setOffline(false);
    await page.getByRole('alert').filter({ hasText: alreadySubmitted }).first().waitFor();
    await page.getByText('Logged by Staff Person on ').waitFor();
    await page.getByText('You saved: 3 of 3 present.').waitFor();
    expect(await logsOf(owner, classId)).toBe(1);
    await page.getByRole('button', { name: 'Discard it' }).click();
    await page.getByRole('button', { name: 'Discard log' }).click();
    await page.getByRole('button', { name: '1 log not accepted' }).waitFor({ state: 'detached' });
  });

  it('keeps what was changed after a save whose answer was lost', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await openPhone(owner);
    await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
    await page.context().route(
      '**/rpc/attendance/save',
      async (route) => {
        await route.fetch();
        await page.context().setOffline(true);
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText(saved).waitFor();
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByRole('switch', { name: /Student 01/ }).click();
    await page.getByLabel('Notes (optional)').fill('left early, mother called');
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText('You saved: 2 of 3 present. Absent: Student 01.').waitFor();

    await page.context().setOffline(false);
    await page.getByText('Logged by Olive Owner on ').waitFor();
    await page.getByText('This log was not accepted.').waitFor();
    await page.getByText('Absent: Student 01. Notes: left early, mother called').waitFor();
    await expectAccessible(page);
    expect(await logsOf(owner, classId)).toBe(1);
  });

  it('keeps what was changed when the network is back before it is saved again', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await openPhone(owner);
    await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
    let isFirst = true;
    await page.context().route('**/rpc/attendance/save', async (route) => {
      if (route.request().postData()?.includes('left early')) return await route.continue();
      if (isFirst) await route.fetch();
      isFirst = false;
      return await route.abort('internetdisconnected');
    });
    await page.getByRole('button', { name: 'Save Attendance' }).waitFor();
    // Nor does the page hear of the log that was stored.
    await page.context().route('**/rpc/attendance/sheet?**', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByLabel('Notes (optional)').fill('left early');
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText('You saved: 3 of 3 present. Notes: left early').waitFor();
    await page.context().unrouteAll();
    await page.reload();
    await page.getByText('Logged by Olive Owner on ').waitFor();
    await page.getByText('You saved: 3 of 3 present. Notes: left early').waitFor();
  });

  it('waits no longer once a refused log was changed and saved', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await openPhone(owner);
    const refusal = { defined: false, code: 'CONFLICT', status: 409, message: 'Ana is busy then.' };
    let isRefused = false;
    await page
      .context()
      .route('**/rpc/attendance/save', (route) =>
        isRefused
          ? route.fulfill({ status: 409, json: { json: refusal } })
          : route.abort('internetdisconnected'),
      );
    await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText(saved).waitFor();
    isRefused = true;
    await page.getByText('This log was not accepted.').waitFor();
    await page.context().unrouteAll();

    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByRole('switch', { name: /Student 01/ }).click();
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: '1 log not accepted' }).waitFor({ state: 'detached' });
    expect(await logsOf(owner, classId)).toBe(1);
    await expect.poll(async () => (await keptForOffline(page)).outbox).toEqual([]);
  });

  it('is sent as nobody else, whoever signs in by another tab', async () => {
    const { owner, staff } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await openPhone(owner);
    const [cookie] = await page.context().cookies();
    const [other] = await (await stage.open('/dashboard', { by: staff })).context().cookies();
    if (!cookie || !other) throw new Error('two people are signed in');
    await page.context().setOffline(true);
    await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText(saved).waitFor();
    await page.context().addCookies([other]);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Staff Person' }).waitFor();
    expect(await logsOf(owner, classId)).toBe(0);

    // A page that learns whose session it is now begins anew by itself.
    const address = page.url();
    await page.goto('about:blank');
    await page.context().addCookies([cookie]);
    await page.goto(address);
    await page.getByText('Logged by Olive Owner on ').waitFor();
    expect(await logsOf(owner, classId)).toBe(1);
  });

  it('shows and keeps nothing of a studio once somebody of another one signed in by another tab', async () => {
    const { owner } = await stage.app.studio();
    await makeSaturdayClass(owner);
    const other = await stage.app.studio();
    const page = await openPhone(owner);
    const [cookie] = await (await stage.open('/dashboard', { by: other.owner })).context().cookies();
    if (!cookie) throw new Error('the other one is signed in');
    await page.context().addCookies([cookie]);
    const reloaded = page.waitForEvent('framenavigated');
    await loseNetwork(page);
    await reloaded;
    await page.getByRole('heading', { name: 'Set up your schedule' }).waitFor();
    await loaded(page);
    expect(await page.getByText('Ballet 1').count()).toBe(0);
    const sheets = async () => (await keptForOffline(page)).answers.filter((key) => key.includes('"sheet"'));
    await expect.poll(sheets).toEqual([]);
  });

  it('is not deleted by signing out in Edit Profile without a word, and a failed sign-out is told', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await openPhone(owner);
    await page.context().route('**/rpc/attendance/save', (route) => route.abort('internetdisconnected'));
    await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText(saved).waitFor();

    await page.goto(`${stage.url}/dashboard/edit-profile`);
    await loaded(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const everywhere = page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await everywhere.getByText('1 attendance log is saved only on this device').waitFor();
    await everywhere.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Sign out this device' }).click();
    const question = page.getByRole('dialog', { name: 'Log out before everything is sent?' });
    await question.getByText('1 attendance log is saved only on this device').waitFor();
    await page.context().setOffline(true);
    await question.getByRole('button', { name: 'Log out and delete' }).click();
    await question.getByRole('alert').getByText('You are offline.').waitFor();
    expect((await keptForOffline(page)).outbox).toHaveLength(1);
  });

  it('leaves nothing behind after logging out, and warns first', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeSaturdayClass(owner);
    const page = await openPhone(owner);
    // The server is there, but logs do not get through.
    await page.context().route('**/rpc/attendance/save', (route) => route.abort('internetdisconnected'));
    await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await page.getByText(saved).waitFor();
    await page.goto(`${stage.url}/dashboard/manage-classes`);
    await page.getByLabel('Class name').fill('Half a class');
    await page.reload();
    await expect.poll(() => page.getByLabel('Class name').inputValue()).toBe('Half a class');
    await page.getByRole('button', { name: 'Olive Owner' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Log out before everything is sent?' });
    await question.getByText('1 attendance log is saved only on this device').waitFor();
    await question.getByRole('button', { name: 'Log out and delete' }).click();
    await page.waitForURL('**/login**');
    expect(await keptForOffline(page)).toEqual({ answers: [], outbox: [] });
    const inTab = await page.evaluate(() => Object.keys(sessionStorage));
    expect(inTab.filter((key) => key.startsWith('barre.'))).toEqual([]);
  });
});

async function makeSaturdayClass(owner: Actor) {
  return await makeAttendedClass(stage.app, owner, { name: 'Ballet 1', daysOfWeek: [6] });
}

/** A phone on which the app and today's sheets have been kept. */
async function openPhone(by: Actor): Promise<Page> {
  const page = await stage.open('/dashboard', { by, viewport: 'phone' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  // The lists are fetched last.
  for (const kept of ['"sheet"', '"classrooms","list"', '"instructors","list"'])
    await expect
      .poll(async () => (await keptForOffline(page)).answers.filter((key) => key.includes(kept)).length)
      .toBe(1);
  return page;
}

async function logsOf(owner: Actor, classId: string): Promise<number> {
  const found = await stage.app.database.inTenant(owner, (db) =>
    db.selectFrom('attendanceSessions').select('id').where('classId', '=', classId).execute(),
  );
  return found.length;
}
