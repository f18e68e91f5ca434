import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { expectAccessible, useBrowser } from '#tests/support/browser.ts';
import { makeStudent } from '#tests/support/factories.ts';
import { keptForOffline } from '#tests/support/offline.ts';
import { testToday, type Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();
const saved = 'Saved on this device. It will be sent when you are online.';

it('keeps what was marked when the session has ended, and sends it once its owner is back', async () => {
  const { owner } = await stage.app.studio();
  const { classId, page } = await openSheet(owner);
  const cookies = await page.context().cookies();
  await page.getByRole('switch', { name: /Student 01/ }).click();
  await page.getByRole('switch', { name: /Student 02/ }).click();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.waitForURL('**/login?next=**');
  // The sign-in page would lead on by itself as soon as the session is back.
  await page.goto('about:blank');
  await page.context().addCookies(cookies);
  await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
  await page.getByText('Logged by Olive Owner on ').waitFor();
  await page.getByText('1 of 3 present').waitFor();
});

it('says in the header and on its day that a log was refused, and leads to it', async () => {
  const { owner } = await stage.app.studio();
  const { page } = await openSheet(owner);
  await saveUnsent(page);
  await refuseLogs(page, { code: 'CONFLICT', status: 409, message: 'Ana is busy then.' });
  await page.goto(`${stage.url}/dashboard/daily-log`);
  await page.getByText('Not accepted: Ana is busy then.').waitFor();
  await page.getByText('Waits to be sent').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await page.getByRole('button', { name: '1 log not accepted' }).click();
  await page.getByRole('menuitem', { name: 'Ballet 1' }).click();
  await page.getByText('This log was not accepted.').waitFor();
  await page.goto(`${stage.url}/dashboard/daily-log`);
  await page.getByRole('link', { name: /Log Attendance: Ballet 1/ }).click();
  await page.getByText('This log was not accepted.').waitFor();
});

it('says what to do about a log that was refused because somebody has left the class', async () => {
  const { owner } = await stage.app.studio();
  const { classId, page } = await openSheet(owner);
  const studentId = await makeStudent(stage.app, owner, { fullName: 'Enrolled By Mistake' });
  await owner.api.enrollment.enroll({ classId, studentId });
  await page.reload();
  await page.getByText('Enrolled By Mistake').waitFor();
  await saveUnsent(page);
  await owner.api.enrollment.remove({ classId, studentId });
  await page.context().unrouteAll();
  await page.reload();
  await page
    .getByText('has changed. Check who was there and save again. You saved: 3 of 4 present.')
    .waitFor();
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByText('2 of 3 present').waitFor();
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.waitForURL('**/dashboard');
});

it('keeps what was changed of a refused log that is refused again', async () => {
  const { owner } = await stage.app.studio();
  const { page } = await openSheet(owner);
  await saveUnsent(page);
  await refuseLogs(page, { code: 'FORBIDDEN', status: 403, message: 'You are not allowed to do this.' });
  await page.getByText('This log was not accepted.').waitFor();
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByRole('switch', { name: /Student 02/ }).click();
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.getByText('You saved: 1 of 3 present. Absent: Student 01, Student 02.').waitFor();
});

it('shows a refused log of a class that was deleted, until its owner discards it', async () => {
  const { owner, staff } = await stage.app.studio();
  const { classId, page } = await openSheet(owner);
  await saveUnsent(page);
  await staff.api.scheduling.classes.delete({ id: classId });
  await page.context().unrouteAll();
  await page.reload();
  await page.getByText('This log was not accepted.').waitFor();
  await page.getByText('Class not found. You saved: 2 of 3 present. Absent: Student 01.').waitFor();
  await page.getByText('It may have been deleted').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('button', { name: 'Discard log' }).click();
  await page.getByText('This log was not accepted.').waitFor({ state: 'detached' });
  await expect.poll(async () => (await keptForOffline(page)).outbox).toEqual([]);
});

it('asks before a log takes the place of one that another tab saved meanwhile', async () => {
  const { owner } = await stage.app.studio();
  const { page } = await openSheet(owner);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('switch', { name: /Student 02/ }).click();
  await saveUnsent(page);
  await other.getByRole('button', { name: '1 log to send' }).waitFor();
  await other.getByRole('button', { name: 'Save Attendance' }).click();
  const question = other.getByRole('dialog', { name: 'Replace the log that waits?' });
  await question.getByText('You saved: 2 of 3 present. Absent: Student 01.').waitFor();
  await expectAccessible(other);
  await question.getByRole('button', { name: 'Keep that log' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByText('Absent: Student 01.').waitFor();

  await other.getByRole('button', { name: 'Save Attendance' }).click();
  await question.getByRole('button', { name: 'Replace that log' }).click();
  await other.getByText('Absent: Student 02.').waitFor();
  await page.getByText('Absent: Student 02.').waitFor();

  // It waits for a tab that opens, too, while another one is sending, however long that takes.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void navigator.locks.request('barre.outbox', () => {
          resolve();
          return new Promise(() => {});
        });
      }),
  );
  await other.reload();
  await other.getByText('Absent: Student 02.').waitFor();
});

it('neither cuts nor sends notes that are too long, and says so at them', async () => {
  const { owner } = await stage.app.studio();
  const { classId, page } = await openSheet(owner);
  await page.context().route('**/rpc/attendance/save', (route) => route.abort('internetdisconnected'));
  const notes = page.getByLabel('Notes (optional)');
  await notes.fill('n'.repeat(2001));
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.getByText('Use at most 2000 characters.').waitFor();
  await notes.and(page.locator(':focus')).waitFor();
  expect(await notes.inputValue()).toHaveLength(2001);
  await expectAccessible(page);
  expect((await keptForOffline(page)).outbox).toEqual([]);

  await page.context().unrouteAll();
  await notes.fill(`${'n'.repeat(2000)} \n`);
  await page.getByText('Use at most 2000 characters.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.waitForURL('**/dashboard');
  const { log } = await owner.api.attendance.sheet({ classId, date: testToday });
  expect(log?.notes).toHaveLength(2000);
});

/** Saves a log with one absent while nothing gets through. */
async function saveUnsent(page: Page) {
  await page.context().route('**/rpc/attendance/save', (route) => route.abort('internetdisconnected'));
  await page.getByRole('switch', { name: /Student 01/ }).click();
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.getByText(saved).waitFor();
}

/** Has every log refused from now on, whether it is sent or saved. */
async function refuseLogs(page: Page, refusal: { code: string; status: number; message: string }) {
  await page.context().route('**/rpc/attendance/save', async (route) => {
    await route.fulfill({ status: refusal.status, json: { json: { defined: false, ...refusal } } });
  });
}

/** The sheet of a class that takes place today. */
async function openSheet(by: Actor): Promise<{ classId: string; page: Page }> {
  const { classId } = await makeAttendedClass(stage.app, by, { name: 'Ballet 1', daysOfWeek: [6] });
  const page = await stage.open(`/dashboard/attendance/${classId}/${testToday}`, { by });
  await page.getByRole('button', { name: 'Save Attendance' }).waitFor();
  return { classId, page };
}
