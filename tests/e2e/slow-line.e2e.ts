import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import {
  chooseFirst,
  expectAccessible,
  hearsOthers,
  hold,
  holdsFocus,
  keepToasts,
  loaded,
  useBrowser,
} from '#tests/support/browser.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { testToday, type Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();
const unreachable = 'The server cannot be reached. Try again in a moment.';

describe('what could not be loaded', () => {
  it('is not called missing in a search for students, and is asked for again', async () => {
    const { owner } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner);
    await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
    const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
    await loaded(page);
    const restore = await lose(page, '**/rpc/enrollment/available?**');
    const field = page.getByPlaceholder('Type a name, email or phone');
    await field.click();
    await field.fill('Ana');
    await page.getByText(unreachable).waitFor();
    await page.keyboard.press('Escape');
    await restore();
    await field.press('ArrowDown');
    await page.getByRole('option', { name: 'Ana Arabesque' }).waitFor();

    await lose(page, '**/rpc/people/**');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Search students, classes and actions').fill('stu');
    await page.getByText(`People and classes could not be searched. ${unreachable}`).waitFor();
    await page.getByRole('option', { name: 'Students' }).waitFor();
    await expectAccessible(page, { isListOpen: true });
  });

  it('is not counted: how many subscriptions are active is said once the payments are there', async () => {
    const { owner } = await stage.app.studio();
    const { studentId, classId } = await makeSubscription(stage.app, owner);
    await makeSubscription(stage.app, owner, { studentId, classId });
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    const restore = await lose(page, '**/rpc/payments/list**');
    await page.goto(`${stage.url}/dashboard/student-profile/${studentId}`);
    await page.getByText('The payments could not be loaded').waitFor();
    expect(await page.getByText(/active subscription/).count()).toBe(0);
    await hearsOthers(page);
    await restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('2 active subscriptions').waitFor();
  });

  it('is not called missing in the classes of a payment, and is asked for again', async () => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner, { name: 'Ballet One' });
    const studentId = await makeStudent(stage.app, owner);
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    const calls = '**/rpc/scheduling/classes/list**';
    const release = await hold(page, calls, (route) => route.abort('internetdisconnected'));
    await page.goto(`${stage.url}/dashboard/student-profile/${studentId}`);
    await page.getByRole('button', { name: 'Add payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add payment' });
    await dialog.getByText('Loading...').waitFor();
    release();
    await dialog.getByText(unreachable).waitFor();
    expect(await dialog.getByText('No classes yet.').count()).toBe(0);
    await expectAccessible(page);
    await page.unroute(calls);
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByText(unreachable).waitFor({ state: 'detached' });
    await dialog.getByLabel('Class', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Ballet One' }).waitFor();
  });
});

describe('a change on a slow line', () => {
  it('does not warn of the very class that is being added', async () => {
    const { owner } = await stage.app.studio();
    await makeStage(stage.app, owner);
    const page = await stage.open('/dashboard/manage-classes', { by: owner });
    const form = page.getByRole('form', { name: 'New class' });
    await form.getByLabel('Class name').fill('Ballet One');
    await chooseFirst(form, ['Instructor', 'Classroom', 'Dance type']);
    await form.getByRole('checkbox', { name: 'Monday' }).check({ force: true });
    await form.getByLabel('Start time').fill('17:00');
    const isChecked = page.waitForResponse('**/rpc/scheduling/checkForScheduleConflict');
    await form.getByLabel('End time').fill('18:00');
    await isChecked;
    const answer = await hold(page, '**/rpc/scheduling/classes/list**');
    const isMade = page.waitForResponse('**/rpc/scheduling/classes/create');
    await form.getByRole('button', { name: 'Add class' }).click();
    await isMade;
    const warning = page.getByText(/already teaches then/);
    // It would be there by then.
    expect(await warning.waitFor({ timeout: 1_000 }).catch(() => 'none')).toBe('none');
    answer();
    await page.getByText('Recurring class rule successfully added!').waitFor();
  });

  it('restores a date once, however often it is asked to', async () => {
    const { owner } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner, { name: 'Ballet One' });
    await owner.api.scheduling.cancellations.create({ classId, date: '2026-11-23' });
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    let asked = 0;
    await page.route('**/rpc/scheduling/cancellations/restore', async (route) => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Restore Ballet One on Mon, Nov 23' }).dblclick();
    await page.getByText('Ballet One on Mon, Nov 23 was restored.').waitFor();
    await page.getByText('No cancellations recorded').waitFor();
    expect(asked).toBe(1);
    expect(await page.getByText('was not restored').count()).toBe(0);
  });

  it('takes nothing into a form that is being saved, and keeps the focus in it', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.scheduling.classes.create(classOn(await makeStage(stage.app, owner)));
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    const sent = await hold(page, '**/rpc/catalog/classrooms/create');
    const name = page.getByLabel('Classroom name');
    await name.fill('Studio One');
    await name.press('Enter');
    await page.getByRole('button', { name: 'Adding...' }).waitFor();
    await page.keyboard.type(' and a half');
    expect(await name.inputValue()).toBe('Studio One');
    sent();
    await page.getByText('Studio One was added.').waitFor();
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('Studio Two');
    expect(await name.inputValue()).toBe('Studio Two');

    await page.goto(`${stage.url}/dashboard/manage-classes`);
    await page.getByRole('button', { name: 'Actions for Ballet 1' }).click();
    await page.getByRole('menuitem', { name: 'Edit Rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Rule' });
    const saved = await hold(page, '**/rpc/scheduling/classes/update');
    await holdsFocus(dialog);
    await dialog.getByLabel('Class name').fill('Ballet 2');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByRole('button', { name: 'Saving...' }).waitFor();
    const sunday = dialog.getByRole('checkbox', { name: 'Sunday' });
    const isPrivate = dialog.getByRole('radio', { name: 'Private' });
    await sunday.press('Space');
    await isPrivate.press('Space');
    await dialog.getByLabel('Start time').press('1');
    expect(await sunday.isChecked()).toBe(false);
    expect(await isPrivate.isChecked()).toBe(false);
    expect(await dialog.getByLabel('Start time').inputValue()).toBe('17:00');
    saved();
    await dialog.waitFor({ state: 'detached' });
  });

  it('keeps the dialog that cancels a date until it is known what came of it', async () => {
    const { owner, staff } = await stage.app.studio();
    const needs = await makeStage(stage.app, owner);
    const { id: classId } = await owner.api.scheduling.classes.create(classOn(needs));
    const page = await stage.open('/dashboard/manage-classes', { by: owner });
    await page.getByRole('button', { name: 'Actions for Ballet 1' }).click();
    await page.getByRole('menuitem', { name: 'Cancel a Date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel a Date' });
    const answered = await hold(page, '**/rpc/scheduling/cancellations/create');
    await dialog.getByRole('button', { name: 'Cancel this date' }).click();
    await dialog.getByRole('button', { name: 'Cancelling...' }).waitFor();
    await page.keyboard.press('Escape');
    await staff.api.scheduling.cancellations.create({ classId, date: '2026-11-23' });
    answered();
    await dialog.getByText('This date is already cancelled.').waitFor();
  });

  it('tells what came of an outcome whose page was left meanwhile', async () => {
    const { owner, staff } = await stage.app.studio();
    const session = oneOffOn(await makeStage(stage.app, owner), { sessionDate: testToday });
    const { id } = await owner.api.scheduling.oneOffs.create(session);
    const page = await stage.open(`/dashboard/log-tryout/${id}`, { by: owner });
    const logged = await hold(page, '**/rpc/attendance/outcome/log');
    await page.getByRole('button', { name: 'Save Outcome' }).click();
    await page.getByRole('link', { name: 'Cancellations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
    await staff.api.scheduling.oneOffs.cancel({ id });
    logged();
    await page.getByText(/^Log .*: This session was cancelled and takes no outcome\.$/).waitFor();
  });

  it('tells what came of a status whose page was left meanwhile', async () => {
    const { owner, staff } = await stage.app.studio();
    const { id } = await owner.api.leads.create({ fullName: 'Lena Lead' });
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
    const changed = await hold(page, '**/rpc/leads/setStatus');
    await page.getByRole('button', { name: 'New: change the status of Lena Lead' }).click();
    await page.getByRole('menuitem', { name: 'Contacted' }).click();
    await page.getByRole('button', { name: 'Contacted: change the status of Lena Lead' }).waitFor();
    await page.getByRole('link', { name: 'Cancellations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
    await staff.api.leads.delete({ id });
    changed();
    await page.getByText(/^The status of Lena Lead was not changed: ./).waitFor();
  });

  it('tells what came of a removal whose roster was left meanwhile', async () => {
    const { owner, staff } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner);
    const studentId = await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
    await owner.api.enrollment.enroll({ classId, studentId });
    const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
    const removed = await hold(page, '**/rpc/enrollment/remove');
    await page.getByRole('button', { name: 'Remove Ana Arabesque' }).click();
    await page.getByRole('button', { name: 'Remove student' }).click();
    await page.getByRole('link', { name: 'Cancellations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
    await staff.api.enrollment.remove({ classId, studentId });
    removed();
    await page.getByText(/^Failed to unenroll student Ana Arabesque: ./).waitFor();
  });

  it('that could not take back a removal keeps its undo, and says so on every page', async () => {
    const { owner } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner);
    const studentId = await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
    await owner.api.enrollment.enroll({ classId, studentId });
    const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
    await page.getByRole('button', { name: 'Remove Ana Arabesque' }).click();
    await keepToasts(page);
    await page.getByRole('button', { name: 'Remove student' }).click();
    const toastUndo = page.getByRole('button', { name: 'Undo', exact: true });
    await toastUndo.waitFor();
    const restore = await lose(page, '**/rpc/enrollment/{enroll,restore}');
    const pageUndo = page.getByRole('button', { name: 'Undo removing Ana Arabesque' });
    await pressByKeyboard(pageUndo);
    await page.getByText(`Failed to enroll student Ana Arabesque: ${unreachable}`).waitFor();
    await pageUndo.waitFor();

    await pressByKeyboard(page.getByRole('link', { name: 'Cancellations' }));
    await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
    await toastUndo.click();
    const dialog = page.getByRole('dialog', { name: 'Ana Arabesque was not enrolled again' });
    await dialog.getByText(unreachable).waitFor();
    await restore();
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => enrolledIn(owner, classId)).toEqual([studentId]);
  });

  it('that was refused shows what somebody else did, whose news was on its way', async () => {
    const { owner, staff } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner);
    const studentId = await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
    await owner.api.enrollment.enroll({ classId, studentId });
    const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
    await page.getByRole('button', { name: 'Remove Ana Arabesque' }).click();
    const confirm = page.getByRole('button', { name: 'Remove student' });
    await confirm.waitFor();
    await hearsOthers(page);
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const roster = '**/rpc/enrollment/roster?**';
    await page.route(roster, isAsked);
    await staff.api.enrollment.remove({ classId, studentId });
    await asked;
    await confirm.click();
    await page.unroute(roster);
    await page.getByText('Failed to unenroll student Ana Arabesque: ').waitFor();
    await page.getByRole('button', { name: 'Remove Ana Arabesque' }).waitFor({ state: 'detached' });
  });
});

describe('the keyboard and the finger', () => {
  it('type a date on the schedule without visiting others, and find the focus beside a removed filter', async () => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner, { name: 'Ballet One' });
    const page = await stage.open('/dashboard?view=week', { by: owner });
    await loaded(page);
    const before = await page.evaluate(() => history.length);
    await page.getByLabel('Go to date').focus();
    for (const key of '12152026') {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
    await page.waitForURL('**date=2026-12-15**');
    await expect.poll(() => page.getByLabel('Go to date').inputValue()).toBe('2026-12-15');
    expect(await page.evaluate(() => history.length)).toBe(before);

    await page.goto(`${stage.url}/dashboard/daily-log?from=09:00&to=20:00`);
    await loaded(page);
    await pressByKeyboard(page.getByRole('button', { name: /^Remove filter From/ }));
    await page.getByRole('button', { name: /^Remove filter From/ }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^Remove filter To/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Clear Filters', exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/session/);

    await page.getByRole('button', { name: 'Next day' }).click();
    await page.waitForURL('**/daily-log?date=2026-11-22');
    await page.getByRole('button', { name: 'Remove filter Sun, Nov 22' }).waitFor();
    await page.getByRole('button', { name: 'Clear Filters', exact: true }).click();
    await page.waitForURL('**/daily-log');
    await expect.poll(() => page.getByLabel('Date').inputValue()).toBe('2026-11-21');
  });

  it('pick a date that is shown at once', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard?view=week', { by: owner });
    await loaded(page);
    // What waits for the last key waits for ever.
    await page.evaluate(() => {
      const later = window.setTimeout;
      window.setTimeout = ((...call: Parameters<typeof later>) =>
        call[1] === 200 ? 0 : later(...call)) as typeof later;
    });
    await page.getByLabel('Go to date').fill('2026-12-15');
    await page.waitForURL('**date=2026-12-15**');
  });

  it('close the menu on a phone also by the entry of the page that is open', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/cancellations', { by: owner, viewport: 'phone' });
    await loaded(page);
    await page.getByRole('button', { name: 'Open menu' }).tap();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Cancellations' }).tap();
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await menu.getByRole('link', { name: 'Classrooms' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Manage Classrooms' }).waitFor();
    await menu.waitFor({ state: 'hidden' });
  });
});

/** Lets no answer to these calls through until what it returns is called. */
async function lose(page: Page, calls: string): Promise<() => Promise<void>> {
  await page.route(calls, (route) => route.abort('internetdisconnected'));
  return () => page.unroute(calls);
}

async function pressByKeyboard(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => document.activeElement?.textContent ?? '');
}

async function enrolledIn(owner: Actor, classId: string): Promise<string[]> {
  const { students } = await owner.api.enrollment.roster({ classId });
  return students.map((student) => student.studentId);
}
