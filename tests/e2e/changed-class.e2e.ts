import { expect, it } from 'vitest';
import { expectAccessible, holdsFocus, useBrowser } from '#tests/support/browser.ts';
import { makeInstructor, makeStudent } from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';

const stage = useBrowser();

it('changes a class from a day on, and what took place before stays as it was', async () => {
  const { owner } = await stage.app.studio();
  const { id } = await owner.api.scheduling.classes.create(classOn(await makeStage(stage.app, owner)));
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  await page.getByRole('button', { name: 'Actions for Ballet 1' }).click();
  await page.getByRole('menuitem', { name: 'Edit Rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Rule' });
  await dialog.getByLabel('Start time').waitFor();
  const appliesFrom = dialog.getByLabel('Changes apply from');
  expect(await appliesFrom.count()).toBe(0);

  await dialog.getByLabel('Start time').fill('17:30');
  await dialog.getByLabel('End time').fill('18:30');
  await expect.poll(() => appliesFrom.inputValue()).toBe('2026-11-21');
  await expectAccessible(page);
  await appliesFrom.fill('2026-12-24');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('Choose tomorrow at the latest.').first().waitFor();
  await appliesFrom.fill('2026-11-17');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'detached' });

  const week = await owner.api.scheduling.calendar({ start: '2026-11-16', end: '2026-11-18' });
  expect(week.map(({ id: of, date, startTime }) => [of, date, startTime])).toEqual([
    [id, '2026-11-16', '17:00'],
    [id, '2026-11-18', '17:30'],
  ]);
});

it('offers to change a class from tomorrow on once it was held today, and one that had ended from today on', async () => {
  const { owner } = await stage.app.studio();
  const needs = await makeStage(stage.app, owner);
  const { classes } = owner.api.scheduling;
  const held = { daysOfWeek: ['Saturday' as const], startTime: '09:00', endTime: '10:00' };
  await classes.create(classOn(needs, { ...held, name: 'Held', sessionStartDate: '2026-11-21' }));
  await classes.create(classOn(needs, { name: 'Ended', sessionEndDate: '2026-10-31' }));
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  const dialog = page.getByRole('dialog', { name: 'Edit Rule' });
  const appliesFrom = dialog.getByLabel('Changes apply from');
  const enrolledAgain = dialog.getByText('enrolled when the class ended is enrolled again');
  const edit = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit Rule' }).click();
    await dialog.getByLabel('Start time').waitFor();
  };
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  // The second time too: what is held today is not what is changed then.
  for (const [start, end] of [
    ['11:00', '12:00'],
    ['11:30', '12:30'],
  ] as const) {
    await edit('Held');
    await dialog.getByLabel('Start time').fill(start);
    await dialog.getByLabel('End time').fill(end);
    await expect.poll(() => appliesFrom.inputValue()).toBe('2026-11-22');
    expect(await enrolledAgain.count()).toBe(0);
    await save();
  }
  await edit('Ended');
  await dialog.getByLabel('End date').fill('');
  await expect.poll(() => appliesFrom.inputValue()).toBe('2026-11-21');
  await enrolledAgain.waitFor();
  await save();

  const days = await owner.api.scheduling.calendar({ start: '2026-10-26', end: '2026-11-28' });
  expect(days.map(({ title, date, startTime }) => `${title} ${date} ${startTime}`)).toEqual([
    'Ended 2026-10-26 17:00',
    'Ended 2026-10-28 17:00',
    'Held 2026-11-21 09:00',
    'Ended 2026-11-23 17:00',
    'Ended 2026-11-25 17:00',
    'Held 2026-11-28 11:30',
  ]);
});

it('warns of what a change runs into from the day on which it is to hold', async () => {
  const { owner } = await stage.app.studio();
  const needs = await makeStage(stage.app, owner);
  const { classes, oneOffs } = owner.api.scheduling;
  await classes.create(classOn(needs));
  const instructorId = await makeInstructor(stage.app, owner, { fullName: 'Ben Busy' });
  const taught = { sessionDate: '2026-11-18', ignoreRoomConflict: true };
  await oneOffs.create(oneOffOn({ ...needs, instructorId }, taught));
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  // With the clock the form is drawn anew, too.
  await page.evaluate(() => (window.setInterval = (() => 0) as unknown as typeof window.setInterval));
  await page.getByRole('button', { name: 'Actions for Ballet 1' }).click();
  await page.getByRole('menuitem', { name: 'Edit Rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Rule' });
  await holdsFocus(dialog);
  await dialog.getByRole('combobox', { name: 'Instructor' }).click();
  await page.getByRole('option', { name: 'Ben Busy' }).click();
  const appliesFrom = dialog.getByLabel('Changes apply from');
  const warning = dialog.getByText('Ben Busy already teaches then');
  await appliesFrom.fill('2026-11-16');
  await warning.waitFor();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  const refusal = dialog.getByRole('alert').filter({ hasText: 'Instructor Ben Busy is already booked.' });
  await refusal.waitFor();
  await appliesFrom.fill('2026-11-19');
  await warning.waitFor({ state: 'detached' });
  await refusal.waitFor({ state: 'detached' });
});

it('says on a roster and a profile that a class is only from tomorrow on what they show', async () => {
  const { owner } = await stage.app.studio();
  const needs = await makeStage(stage.app, owner);
  const { classes } = owner.api.scheduling;
  const { id } = await classes.create(classOn(needs, { daysOfWeek: ['Saturday'] }));
  const studentId = await makeStudent(stage.app, owner);
  await owner.api.enrollment.enroll({ classId: id, studentId, enrolledOn: null });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  await page.getByText('Sat, 5:00 – 6:00 PM').waitFor();
  const changed = { daysOfWeek: ['Sunday' as const], appliesFrom: '2026-11-22' };
  await classes.update({ ...classOn(needs), ...changed, id, version: 1 });
  await page.getByText('From tomorrow: Sun, 5:00 – 6:00 PM').waitFor();
  await page.getByRole('link', { name: 'Ballet 1' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ballet 1' }).waitFor();
  await page.getByText('From tomorrow: Sun, 5:00 – 6:00 PM').waitFor();
});
