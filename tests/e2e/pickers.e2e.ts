import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { holdsFocus, loaded, said, useBrowser } from '#tests/support/browser.ts';
import { makeClass, makeInstructor, makeStudent } from '#tests/support/factories.ts';
import type { Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();

it.for([
  ['Enter', 'Ben Cole'],
  ['Enter', 'ben'],
  ['Tab', 'Ben C'],
  [null, 'ben cole'],
] as const)('%s takes who is meant by %s', async ([key, typed]) => {
  const { owner } = await stage.app.studio();
  const { field, dialog } = await editInstructor(owner);
  await field.fill(typed);
  await dialog.page().getByRole('option', { name: 'Ben Cole' }).waitFor();
  if (key) await dialog.page().keyboard.press(key);
  if (key) await expect.poll(() => field.inputValue()).toBe('Ben Cole');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await taughtBy(owner)).toBe('Ben Cole');
});

it('takes what is typed after a press in place of who was chosen, and leaves the caret where a second press puts it', async () => {
  const { owner } = await stage.app.studio();
  const { field, dialog } = await editInstructor(owner);
  await field.click();
  await dialog.page().keyboard.type('Ben Col');
  expect(await field.inputValue()).toBe('Ben Col');
  await field.click({ position: { x: 200, y: 10 } });
  await dialog.page().keyboard.type('e');
  expect(await field.inputValue()).toBe('Ben Cole');
});

it('goes back to who was chosen where two may be meant, and keeps them where they are typed again', async () => {
  const { owner } = await stage.app.studio();
  await makeInstructor(stage.app, owner, { fullName: 'Ben Dahl' });
  const { field } = await editInstructor(owner);
  for (const typed of ['Ben', 'Ana R', 'Ana Ruiz', 'nobody', '']) {
    await field.fill(typed);
    await field.press('Tab');
    await expect.poll(() => field.inputValue(), { message: typed }).toBe('Ana Ruiz');
  }
});

it.each(['press', 'Enter'])('keeps who was chosen where they are chosen again by %s', async (how) => {
  const { owner } = await stage.app.studio();
  const { field, dialog } = await editInstructor(owner);
  const option = dialog.page().getByRole('option', { name: 'Ana Ruiz' });
  if (how === 'press') {
    await field.click();
    await option.click();
  } else {
    await field.focus();
    await field.press('ArrowDown');
    await expect.poll(() => option.getAttribute('data-combobox-selected')).toBe('true');
    await field.press('Enter');
  }
  await option.waitFor({ state: 'hidden' });
  expect(await field.inputValue()).toBe('Ana Ruiz');
});

it('is typed in where there are few to choose from, too', async () => {
  const { owner } = await stage.app.studio();
  for (const name of ['Black Box', 'Studio A', 'Studio B'])
    await owner.api.catalog.classrooms.create({ name });
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  await loaded(page);
  const room = page.getByRole('combobox', { name: 'Classroom' });
  await room.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('studio b');
  await page.keyboard.press('Enter');
  await expect.poll(() => room.inputValue()).toBe('Studio B');
});

it('logs for nobody else than who stands in the field', async () => {
  const { owner } = await stage.app.studio();
  const { classId } = await makeAttendedClass(stage.app, owner, {});
  await makeInstructor(stage.app, owner, { fullName: 'Ben Cole' });
  const page = await stage.open(`/dashboard/attendance/${classId}/${sessionDate}`, { by: owner });
  await loaded(page);
  const field = page.getByRole('combobox', { name: 'Taught by' });
  await field.fill('Ben Cole');
  await page.getByRole('option', { name: 'Ben Cole' }).waitFor();
  await page.getByRole('button', { name: 'Save attendance' }).click();
  await said(page, 'Attendance log successfully saved!');
  const { log } = await owner.api.attendance.sheet({ classId, date: sessionDate });
  expect(log?.instructor.fullName).toBe('Ben Cole');
});

it('does not take a day that does not exist for none', async () => {
  const { owner } = await stage.app.studio();
  await makeClass(stage.app, owner, { name: 'Term', sessionEndDate: '2027-06-30' });
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  await editRule(page, 'Term');
  const dialog = page.getByRole('dialog');
  const end = dialog.getByLabel('End date');
  await holdsFocus(dialog);
  await end.focus();
  await page.keyboard.type('0631');
  // Given another default than it was drawn with, Firefox blanks such a field as it is left, and knows of nothing wrong.
  expect(await end.getAttribute('value')).toBe('2027-06-30');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('Enter a date that exists.').first().waitFor();
  await expect.poll(() => end.evaluate((field) => field === document.activeElement)).toBe(true);
  await end.fill('2027-05-31');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await owner.api.scheduling.classes.list({})).toMatchObject([{ sessionEndDate: '2027-05-31' }]);

  const id = await makeStudent(stage.app, owner, { fullName: 'Nora Tendu' });
  await page.goto(`${stage.url}/dashboard/student-profile/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await holdsFocus(dialog);
  await dialog.getByLabel('Date of birth').focus();
  await page.keyboard.type('02302015');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('Enter a date that exists.').first().waitFor();
});

async function editInstructor(by: Actor) {
  const instructorId = await makeInstructor(stage.app, by, { fullName: 'Ana Ruiz' });
  for (let n = 0; n < 7; n++) await makeInstructor(stage.app, by);
  await makeInstructor(stage.app, by, { fullName: 'Ben Cole' });
  await makeClass(stage.app, by, { name: 'Ballet', instructorId });
  const page = await stage.open('/dashboard/manage-classes', { by });
  await editRule(page, 'Ballet');
  const dialog = page.getByRole('dialog');
  await holdsFocus(dialog);
  return { dialog, field: dialog.getByRole('combobox', { name: 'Instructor' }) };
}

async function editRule(page: Page, name: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit Rule' }).click();
}

async function taughtBy(by: Actor) {
  const [rule] = await by.api.scheduling.classes.list({});
  return rule?.instructor.fullName;
}
