import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAttendedClass, type AttendedClass } from '#tests/support/attended-class.ts';
import {
  expectAccessible,
  hearsOthers,
  holdsFocus,
  loseAnswer,
  said,
  sidewaysProblems,
  useBrowser,
} from '#tests/support/browser.ts';
import { makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { endSession, loseNetwork, signInAgain } from '#tests/support/ended-session.ts';
import {
  makeClass,
  makeClassroom,
  makeDanceType,
  makeInstructor,
  makeStudent,
} from '#tests/support/factories.ts';
import { keptForOffline } from '#tests/support/offline.ts';
import { testToday, type Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();
const isBack = 'What you filled in is back, not yet saved.';

it('gives back what was marked when the session ended, to who marked it, and forgets it at Logout', async () => {
  const { owner } = await stage.app.studio();
  const substitute = 'Sasha Substitute';
  await makeInstructor(stage.app, owner, { fullName: substitute });
  const { page, address } = await openSheet(owner);
  await fillIn(page);
  await page.getByRole('combobox', { name: 'Taught by' }).click();
  await page.getByRole('option', { name: substitute }).click();
  await endSession(stage, page, owner);
  await signInAgain(stage, page, owner);
  await page.goto(address);
  await page.getByText(isBack).waitFor();
  await expectFilledIn(page);
  // Their name comes with the list of all instructors.
  const taughtBy = page.getByRole('combobox', { name: 'Taught by' });
  await expect.poll(() => taughtBy.inputValue()).toContain(substitute);
  await expectAccessible(page);
  expect(await sidewaysProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Olive Owner' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/login**');
  await expectNoDrafts(page);
});

it('gives back what was marked, and sends what was saved, when the studio began to ask for two-step sign-in', async () => {
  const { owner } = await stage.app.studio();
  const { page, address } = await openSheet(owner);
  const ask = (isAsked: boolean) =>
    stage.app.database.pool.query(
      isAsked
        ? 'insert into auth.team_two_step values ($1)'
        : 'delete from auth.team_two_step where organization_id = $1',
      [owner.organizationId],
    );
  const oneMoreStep = page.getByRole('heading', { name: 'One more step' });
  await fillIn(page);
  await expect.poll(async () => (await keptForOffline(page)).answers).not.toEqual([]);
  await ask(true);
  await loseNetwork(page);
  await oneMoreStep.waitFor();
  await expect.poll(() => draftsIn(page)).toHaveLength(1);
  await expect.poll(async () => (await keptForOffline(page)).answers).toEqual([]);
  await ask(false);
  // What the page asks by itself would be refused before what is saved.
  await Promise.all([page.waitForResponse('**/live'), page.reload()]);
  await page.getByText(isBack).waitFor();
  await expectFilledIn(page);

  await ask(true);
  // Who is signed in is remembered for a second.
  const status = () => page.evaluate(() => fetch('/api/organization').then((answer) => answer.status));
  await expect.poll(status).toBe(403);
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await oneMoreStep.waitFor();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.waitForURL('**/login?next=**');
  expect((await keptForOffline(page)).outbox).toHaveLength(1);
  await ask(false);
  await signInAgain(stage, page, owner);
  await page.goto(address);
  await said(page, 'was sent.');
  await expect.poll(async () => (await keptForOffline(page)).outbox).toEqual([]);
});

it('gives back what was marked in a tab that was hidden and came back anew, until it is discarded', async () => {
  const { owner } = await stage.app.studio();
  const { page } = await openSheet(owner);
  await fillIn(page);
  await hide(page);
  expect(await draftsIn(page)).toHaveLength(1);
  await page.reload();
  await page.getByText(isBack).waitFor();
  await expectFilledIn(page);

  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText(isBack).waitFor({ state: 'detached' });
  await page.getByText('3 of 3 present').waitFor();
  await page.reload();
  await page.getByText('3 of 3 present').waitFor();
  expect(await page.getByText(isBack).count()).toBe(0);
});

it('forgets what was marked once it is saved or waits to be sent', async () => {
  const { owner } = await stage.app.studio();
  const { page, address } = await openSheet(owner);
  await fillIn(page);
  await page.reload();
  await page.getByText(isBack).waitFor();
  await hide(page);
  await page
    .context()
    .route('**/rpc/attendance/save', (route) =>
      route.request().postData()?.includes('went home')
        ? route.continue()
        : route.abort('internetdisconnected'),
    );
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.getByText('Saved on this device. It will be sent when you are online.').waitFor();
  await expectNoDrafts(page);
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByLabel('Notes (optional)').fill('went home');
  await hide(page);
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(address);
  await page.getByText('Logged by Olive Owner on ').waitFor();
  expect(await page.getByText(isBack).count()).toBe(0);
});

it('says so beside what is back when somebody else has saved the log meanwhile', async () => {
  const { owner, staff } = await stage.app.studio();
  const { page, address, ...session } = await openSheet(owner);
  await fillIn(page);
  await page.goto('about:blank');
  await staff.api.attendance.save(theirs(session));
  await page.goto(address);
  await page.getByText('What you filled in has not been saved.').waitFor();
  await expectFilledIn(page);
  await expect.poll(() => page.getByRole('button', { name: 'Save Attendance' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Show that log' }).click();
  await page.getByText('Logged by Staff Person on ').waitFor();
  await page.reload();
  await page.getByText('Logged by Staff Person on ').waitFor();
});

it('keeps what was marked where the date was cancelled meanwhile, for when it is restored', async () => {
  const { owner } = await stage.app.studio();
  const { page, classId } = await openSheet(owner);
  await fillIn(page);
  const { cancellations } = owner.api.scheduling;
  const { id } = await cancellations.create({ classId, date: testToday });
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.getByText('The class is cancelled on this date.').first().waitFor();
  await expectFilledIn(page);
  await expectAccessible(page);
  await cancellations.restore({ id });
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.waitForURL('**/dashboard');
  const { log, students } = await owner.api.attendance.sheet({ classId, date: testToday });
  expect(log).toMatchObject({ notes: 'left early' });
  expect(students.map(({ isPresent }) => isPresent)).toEqual([true, false, true]);
});

it('gives back what was marked once somebody who was missing is enrolled', async () => {
  const { owner } = await stage.app.studio();
  const { page, classId } = await openSheet(owner);
  await fillIn(page);
  await enrollMissing(page, owner, { classId, fullName: 'Ada Late' });
  await page.getByText('3 of 4 present').waitFor();
  await expectMarks(page);
  await page.getByRole('link', { name: '← Back to Schedule' }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.waitForURL('**/dashboard');
  await expectNoDrafts(page);

  await page.goto(`${stage.url}/dashboard/attendance/${classId}/${testToday}`);
  await page.getByRole('button', { name: 'Correct this log' }).click();
  await page.getByRole('switch', { name: /Student 02/ }).click();
  await enrollMissing(page, owner, { classId, fullName: 'Zoe Late' });
  await page.getByText('2 of 5 present, 1 not recorded').waitFor();
  await page.getByRole('switch', { name: /Student 02/, checked: false }).waitFor();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('3 of 5 present').waitFor();
  await expectNoDrafts(page);
});

it('asks before marks and notes of a correction are thrown away', async () => {
  const { owner, staff } = await stage.app.studio();
  const { page, address: _, ...session } = await openSheet(owner);
  await staff.api.attendance.save(theirs(session));
  await page.getByRole('button', { name: 'Correct this log' }).click();
  await fillIn(page);
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  await cancel.click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expectFilledIn(page);
  await cancel.click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'Correct this log' }).click();
  await page.getByRole('switch', { name: /Student 01/, checked: true }).waitFor();
  await expectNoDrafts(page);
});

it('gives back a correction that was saved after the session ended, and asks about a newer one', async () => {
  const { owner, staff } = await stage.app.studio();
  const { page, address, ...session } = await openSheet(owner);
  const { id } = await staff.api.attendance.save(theirs(session));
  await page.getByRole('button', { name: 'Correct this log' }).click();
  await fillIn(page);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Correction' }).click();
  await page.waitForURL('**/login?next=**');
  // The sign-in page would lead on by itself as soon as the session is back.
  await page.goto('about:blank');
  await staff.api.attendance.correct({ id, version: 1, entries: theirs(session).entries, notes: 'theirs' });
  await page.context().addCookies(cookies);
  await page.goto(address);
  await page.getByText(isBack).waitFor();
  await expectFilledIn(page);
  await page.getByRole('button', { name: 'Save Correction' }).click();
  await page.getByText('This was changed by Staff Person just now.').waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText('Attendance log corrected.').first().waitFor();
  const { log } = await owner.api.attendance.sheet({ classId: session.classId, date: testToday });
  expect(log).toMatchObject({ version: 3, notes: 'left early' });
});

it('gives back the outcome of a tryout being written, and asks about one that was logged meanwhile', async () => {
  const { owner, staff } = await stage.app.studio();
  const { id } = await makeTryout(owner);
  const page = await stage.open(`/dashboard/log-tryout/${id}`, { by: owner });
  const notes = page.getByLabel('Notes (optional)');
  await notes.fill('wants to start in spring');
  await page.reload();
  await page.getByText(isBack).waitFor();
  expect(await notes.inputValue()).toBe('wants to start in spring');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText(isBack).waitFor({ state: 'detached' });
  await expect.poll(() => notes.inputValue()).toBe('');

  await notes.fill('wants to start in summer');
  await page.goto('about:blank');
  await staff.api.attendance.outcome.log({ id, version: 1, outcome: 'No Show' });
  await page.goto(`${stage.url}/dashboard/log-tryout/${id}`);
  await page.getByText(isBack).waitFor();
  await page.getByRole('button', { name: 'Save Outcome' }).click();
  await page.getByText('This was changed by Staff Person just now.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.waitForURL('**/dashboard/daily-log**');
  const saved = await owner.api.attendance.outcome.get({ id });
  expect(saved).toMatchObject({ outcome: 'Completed', outcomeNotes: 'wants to start in summer' });
  await expectNoDrafts(page);
});

it('asks about an outcome that was logged while one was being written, also after the page was away', async () => {
  const { owner, staff } = await stage.app.studio();
  const { id } = await makeTryout(owner);
  const page = await stage.open(`/dashboard/log-tryout/${id}`, { by: owner });
  await page.getByLabel('Notes (optional)').fill('wants to start in spring');
  await staff.api.attendance.outcome.log({ id, version: 1, outcome: 'No Show' });
  let hasHeard = false;
  page.on('requestfinished', (request) => {
    hasHeard ||= request.url().includes('/rpc/attendance/outcome/get');
  });
  // The page may not have listened yet: it hears of the next session, then.
  const hears = async () => hasHeard || !(await makeTryout(owner));
  await expect.poll(hears, { interval: 500 }).toBe(true);
  await page.reload();
  await page.getByText(isBack).waitFor();
  await page.getByRole('button', { name: 'Save Outcome' }).click();
  await page.getByText('This was changed by Staff Person').waitFor();
  expect(await owner.api.attendance.outcome.get({ id })).toMatchObject({ version: 2, outcome: 'No Show' });
});

it.for([
  ['manage-classes', 'Class name'],
  ['manage-students', 'Full name'],
  ['manage-inquiries', 'Full name'],
] as const)('says that what was typed on %s is back, until it is discarded', async ([path, label]) => {
  const { owner } = await stage.app.studio();
  const page = await stage.open(`/dashboard/${path}`, { by: owner });
  const field = page.getByLabel(label);
  await field.fill('Half a name');
  expect(await page.getByText(isBack).count()).toBe(0);
  await page.reload();
  await page.getByText(isBack).waitFor();
  expect(await field.inputValue()).toBe('Half a name');
  await expectAccessible(page);
  expect(await sidewaysProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText(isBack).waitFor({ state: 'detached' });
  await expect.poll(() => field.inputValue()).toBe('');
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('');
  expect(await page.getByText(isBack).count()).toBe(0);
});

it('gives back the one-time session being filled in, its student by name', async () => {
  const { owner } = await stage.app.studio();
  await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
  const page = await stage.open('/dashboard/manage-classes?tab=one-time', { by: owner });
  const student = page.getByRole('combobox', { name: 'Student' });
  await student.fill('Ana');
  await page.getByRole('option', { name: 'Ana Arabesque' }).click();
  const price = page.getByLabel('Price (optional)');
  await price.fill('45');
  await page.reload();
  await page.getByText(isBack).waitFor();
  await expect.poll(() => student.inputValue()).toBe('Ana Arabesque');
  expect(await price.inputValue()).toBe('$45.00');
  await expectAccessible(page);
  expect(await sidewaysProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText(isBack).waitFor({ state: 'detached' });
  await expect.poll(() => student.inputValue()).toBe('');
});

it('asks about a class, and gives it back, while the tab of the one-time sessions is shown', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  const name = page.getByLabel('Class name');
  const price = page.getByLabel('Price (optional)');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const elsewhere = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Classrooms' });
  await name.fill('Half a name');
  await page.getByRole('tab', { name: 'One-Time Classes' }).click();
  await price.waitFor();
  await elsewhere.click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('tab', { name: 'Recurring Classes' }).click();
  await page.getByText(isBack).waitFor();
  expect(await name.inputValue()).toBe('Half a name');

  // Of two that are changed its user is asked once.
  await page.getByRole('tab', { name: 'One-Time Classes' }).click();
  await price.fill('45');
  await elsewhere.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL('**/dashboard/manage-classrooms');
  await question.waitFor({ state: 'detached' });
});

it.for([
  ['edit-profile', 'School Phone (optional)'],
  ['manage-instructors', 'Full name'],
] as const)('asks before what was typed on %s is left', async ([path, label]) => {
  const { owner } = await stage.app.studio();
  const page = await stage.open(`/dashboard/${path}`, { by: owner });
  await page.getByLabel(label).fill('555 0100');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Classrooms' }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByLabel(label).inputValue()).toBe('555 0100');
});

it('has the browser ask before a reload loses what it does not give back, and only then', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/manage-instructors', { by: owner });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const field = page.getByLabel('Full name');
  await field.click();
  await page.reload();
  expect(asked).toEqual([]);
  await field.click();
  await page.keyboard.type('Lena Caller');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);

  await page.goto(`${stage.url}/dashboard/manage-classes`);
  await page.getByLabel('Class name').click();
  await page.keyboard.type('Half a name');
  await page.reload();
  await page.getByText(isBack).waitFor();
  expect(asked).toHaveLength(1);

  await page.goto(`${stage.url}/dashboard/manage-instructors`);
  await field.click();
  await page.keyboard.type('Lena Caller');
  await page.getByRole('button', { name: 'Olive Owner' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/login**');
  expect(asked).toHaveLength(1);
});

it('begins with a blank class after one that was saved while the tab was hidden', async () => {
  const { owner } = await stage.app.studio();
  await makeInstructor(stage.app, owner, { fullName: 'Ina' });
  await makeClassroom(stage.app, owner, { name: 'Studio A' });
  await makeDanceType(stage.app, owner, { name: 'Ballet' });
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  const form = page.getByRole('form', { name: 'New class' });
  await form.getByLabel('Class name').fill('Ballet 1');
  for (const [field, option] of Object.entries({
    'Dance type': 'Ballet',
    Instructor: 'Ina',
    Classroom: 'Studio A',
  })) {
    await form.getByLabel(field, { exact: true }).first().click();
    await page.getByRole('option', { name: option }).click();
  }
  await form.getByRole('checkbox', { name: 'Monday' }).check({ force: true });
  await form.getByLabel('Start time').fill('16:00');
  await form.getByLabel('End time').fill('17:00');
  await form.getByLabel('Start date').fill('2026-11-23');
  await hide(page);
  expect(await draftsIn(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Add class' }).click();
  await page.getByText('Recurring class rule successfully added!').first().waitFor();
  await expect.poll(() => form.getByLabel('Class name').inputValue()).toBe('');
  await expectNoDrafts(page);
});

it('enrolls a student once where the answer was lost and the page was loaded anew', async () => {
  const { owner } = await stage.app.studio();
  await makeClass(stage.app, owner, { name: 'Ballet' });
  const page = await stage.open('/dashboard/manage-students', { by: owner });
  await page.getByLabel('Full name').fill('Nora Tendu');
  const form = page.getByRole('form', { name: 'Add a class to the cart' });
  await form.getByLabel('Class', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Ballet' }).click();
  await form.getByLabel('Amount').fill('60');
  await form.getByLabel('Number of sessions').fill('4');
  await form.getByLabel('End date').fill('2026-12-20');
  await form.getByRole('button', { name: 'Add to Cart' }).click();
  const enroll = page.getByRole('button', { name: 'Enroll Student' });
  await page.route('**/rpc/enrollment/enrollStudent', loseAnswer);
  await enroll.click();
  await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).first().waitFor();
  await page.unroute('**/rpc/enrollment/enrollStudent');
  await page.reload();
  await page.getByText(isBack).waitFor();
  await enroll.click();
  await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
  const { items } = await owner.api.people.students.list({ q: 'Nora' });
  expect(items).toHaveLength(1);
  expect(await owner.api.payments.list({ studentId: items[0]?.id ?? '' })).toHaveLength(1);
});

it('saves all the same where the browser lets a page keep nothing', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/color-palette', { by: owner });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The store can not be read.', 'SecurityError');
        },
      });
  });
  await page.goto(`${stage.url}/dashboard/manage-classrooms`);
  await page.getByLabel('Classroom name').fill('Built without a store');
  await page.getByRole('button', { name: 'Add classroom' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Built without a store' }).waitFor();
});

it('gives back the payment that was being saved when the session ended, and says that it was not saved', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet' });
  const studentId = await makeStudent(stage.app, owner);
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  const dialog = page.getByRole('dialog', { name: 'Add payment' });
  const add = page.getByRole('button', { name: 'Add payment' });
  const notes = dialog.getByLabel('Payment notes (optional)');
  await add.click();
  await holdsFocus(dialog);
  await dialog.getByRole('combobox', { name: 'Class' }).click();
  await page.getByRole('option', { name: /Ballet/ }).click();
  await dialog.getByLabel('Amount').fill('60');
  await dialog.getByLabel('Number of sessions').fill('4');
  await dialog.getByLabel('End date').fill('2026-12-20');
  await notes.fill('in cash');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await page.getByText('You were signed out. Sign in to go on.').waitFor();
  await expectAccessible(page);
  // The sign-in page would lead on by itself as soon as the session is back.
  await page.goto('about:blank');
  await page.context().addCookies(cookies);
  const theirs = await makeSubscription(stage.app, owner, { studentId, classId });

  await page.goto(`${stage.url}/dashboard/student-profile/${studentId}`);
  await add.click();
  await dialog.getByText(isBack).waitFor();
  expect(await notes.inputValue()).toBe('in cash');
  await expectAccessible(page);
  expect(await sidewaysProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  // What was recorded meanwhile stood in the list behind the window, where nobody looked.
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await dialog.getByText(/recorded a payment of this student for this class meanwhile/).waitFor();
  expect(await owner.api.payments.list({ studentId })).toMatchObject([{ id: theirs.id }]);
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await page.getByText('Subscription added successfully!').waitFor();
  expect(await owner.api.payments.list({ studentId })).toContainEqual(
    expect.objectContaining({ amountPaidCents: 6000, paymentNotes: 'in cash' }),
  );
  await expectNoDrafts(page);
  await add.click();
  expect(await notes.inputValue()).toBe('');
  expect(await dialog.getByText(isBack).count()).toBe(0);
});

async function makeTryout(by: Actor) {
  const { id: inquiryId } = await by.api.leads.create({ fullName: 'Ana Ruiz' });
  return await by.api.leads.scheduleTryout({
    inquiryId,
    instructorId: await makeInstructor(stage.app, by),
    roomId: await makeClassroom(stage.app, by),
    sessionDate: testToday,
    startTime: '17:00',
    endTime: '18:00',
  });
}

function theirs({ classId, students }: AttendedClass) {
  const entries = students.map((studentId) => ({ studentId, isPresent: true }));
  return { classId, date: testToday, entries, idempotencyKey: 'somebody-else-s-log' };
}

/** The sheet of a class that takes place today. */
async function openSheet(by: Actor): Promise<AttendedClass & { page: Page; address: string }> {
  const session = await makeAttendedClass(stage.app, by, { name: 'Ballet 1', daysOfWeek: [6] });
  const page = await stage.open(`/dashboard/attendance/${session.classId}/${testToday}`, {
    by,
    viewport: 'phone',
  });
  await page.getByRole('button', { name: 'Save Attendance' }).waitFor();
  await hearsOthers(page);
  return { ...session, page, address: page.url() };
}

async function fillIn(page: Page) {
  await page.getByRole('switch', { name: /Student 01/ }).click();
  await page.getByLabel('Notes (optional)').fill('left early');
}

/** Follows the way of who is not on the sheet, to their class and back. */
async function enrollMissing(
  page: Page,
  by: Actor,
  { classId, fullName }: { classId: string; fullName: string },
) {
  const studentId = await makeStudent(stage.app, by, { fullName });
  await page.getByRole('link', { name: 'Enroll them from this day' }).click();
  await page.getByLabel('Enrolled from').waitFor();
  await makeRegistration(stage.app, by, { classId, studentId, enrolledOn: testToday });
  await page.getByRole('link', { name: '← Back to Attendance' }).click();
  await page.getByText(isBack).waitFor();
}

async function expectFilledIn(page: Page) {
  await page.getByText('2 of 3 present').waitFor();
  await expectMarks(page);
}

async function expectMarks(page: Page) {
  await page.getByRole('switch', { name: /Student 01/, checked: false }).waitFor();
  await expect.poll(() => page.getByLabel('Notes (optional)').inputValue()).toBe('left early');
}

/** What a phone tells a page before it may end it without another word. */
async function hide(page: Page) {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** A form forgets what was kept of it just after it has gone from the screen. */
async function expectNoDrafts(page: Page) {
  await expect.poll(() => draftsIn(page)).toEqual([]);
}

async function draftsIn(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith('barre.draft.')),
  );
}
