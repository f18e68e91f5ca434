import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CalendarSession } from '#features/scheduling/schema.ts';
import { expectAccessible, said, useBrowser } from '#tests/support/browser.ts';
import { makeClass } from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { testToday } from '#tests/support/test-app.ts';

const stage = useBrowser();

async function openDialog() {
  const { owner } = await stage.app.studio();
  const needs = await makeStage(stage.app, owner);
  const { scheduling } = owner.api;
  await scheduling.classes.create(classOn(needs));
  await makeClass(stage.app, owner, { name: 'Tap', daysOfWeek: [1, 2] });
  await scheduling.oneOffs.create(oneOffOn(needs, { sessionDate: '2026-11-24' }));
  const page = await stage.open('/dashboard/cancellations', { by: owner });
  await page.getByRole('button', { name: 'Cancel several days' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Several Days' });
  const choose = async (start: string, end: string) => {
    await dialog.getByLabel('First day').fill(start);
    await dialog.getByLabel('Last day').fill(end);
  };
  const submit = dialog.getByRole('button', { name: 'Cancel these days' });
  return { owner, needs, page, dialog, choose, submit, list: () => scheduling.cancellations.list({}) };
}

it('cancels the classes of a holiday after saying how many they are, and takes it back', async () => {
  const { page, dialog, choose, submit, list } = await openDialog();
  await choose('2026-11-23', '2026-11-27');
  await dialog
    .getByText(
      '4 sessions of 2 classes will be cancelled. 1 one-time session stays: cancel it in the schedule.',
    )
    .waitFor();
  await expectAccessible(page);
  // The second press of a hurried one.
  await submit.dblclick();
  await said(page, '4 sessions were cancelled, Nov 23 – 27, 2026.');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Restore Tap on Tue, Nov 24' }).waitFor();
  expect((await list()).total).toBe(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await said(page, '4 sessions were restored.');
  await page.getByText('No cancellations recorded').waitFor();
  expect((await list()).total).toBe(0);
});

it('restores what is cancelled of some days at once, and tells how much is taken by now', async () => {
  const { owner, needs, page, dialog, choose, list } = await openDialog();
  const { cancelDays } = owner.api.scheduling.cancellations;
  await cancelDays({ start: '2026-11-23', end: '2026-11-27' });
  const { id } = await owner.api.scheduling.oneOffs.create(oneOffOn(needs, { sessionDate: '2026-11-25' }));
  await choose('2026-11-23', '2026-11-27');
  await dialog.getByText('Every class is cancelled on these days.').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/restoreDays') && asked.push(request.url()));
  // The second press of a hurried one.
  await dialog.getByRole('button', { name: 'Restore 4 cancelled sessions' }).dblclick();
  const told =
    '3 sessions were restored. 1 was not: the instructor or the classroom is taken. The log has it still.';
  await page.getByRole('alert').filter({ hasText: told }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(asked).toHaveLength(1);
  await expectAccessible(page);
  await owner.api.scheduling.oneOffs.cancel({ id });
  await page.getByRole('button', { name: 'Restore Ballet 1 on Wed, Nov 25' }).click();
  await page.getByText('No cancellations recorded').waitFor();
  expect((await list()).total).toBe(0);
});

it('says what is wrong with the days, and asks before they are lost', async () => {
  const { owner, page, dialog, choose, submit, list } = await openDialog();
  const yoga = { daysOfWeek: [6], startTime: '09:00', endTime: '10:30', sessionEndDate: testToday };
  await makeClass(stage.app, owner, yoga);
  await submit.click();
  await dialog.getByText('Enter the first day.').first().waitFor();
  await choose('2026-11-28', '2026-11-29');
  await dialog.getByText('No class takes place on these days.').waitFor();
  await choose('2026-11-23', '2027-11-27');
  await submit.click();
  await dialog.getByText('Choose at most 62 days.').first().waitFor();
  expect(await dialog.getByLabel('First day').inputValue()).toBe('2026-11-23');
  await dialog.getByRole('button', { name: 'Keep them' }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  const days = { start: '2026-11-16', end: '2026-11-20' };
  const [first, second] = await owner.api.scheduling.calendar(days);
  const log = (held: Pick<CalendarSession, 'id' | 'date'> | undefined, status: 'Completed' | 'Cancelled') =>
    owner.api.attendance.save({
      classId: held?.id ?? '',
      date: held?.date ?? '',
      status,
      idempotencyKey: randomUUID(),
    });
  await log(first, 'Completed');
  await log(second, 'Cancelled');
  const jazz = { id: await makeClass(stage.app, owner, { daysOfWeek: [5] }), date: days.end };
  await log(jazz, 'Completed');
  await owner.api.scheduling.classes.delete({ id: jazz.id });
  await choose(days.start, days.end);
  await dialog
    .getByText('2 sessions of 2 classes will be cancelled. 3 sessions are logged and stay.')
    .waitFor();
  expect(await dialog.getByLabel('First day').inputValue()).toBe('2026-11-16');
  await choose(testToday, '2026-11-23');
  await dialog
    .getByText('2 sessions of 2 classes will be cancelled. 1 session has begun today and stays.')
    .waitFor();
  expect((await list()).total).toBe(0);
  await submit.click();
  await said(page, '2 sessions were cancelled, Nov 21 – 23, 2026. What has begun today stays: 1.');
});

it('leads from a cancelled date to who is enrolled in its class, but for students and where the class is deleted', async () => {
  const { owner, student } = await stage.app.studio();
  const { scheduling, enrollment } = owner.api;
  const tap = await makeClass(stage.app, owner, { name: 'Tap', daysOfWeek: [1] });
  const jazz = await makeClass(stage.app, owner, { name: 'Jazz', daysOfWeek: [1] });
  await enrollment.enroll({ classId: tap, studentId: student.profileId });
  for (const classId of [tap, jazz]) await scheduling.cancellations.create({ classId, date: '2026-11-23' });
  await scheduling.classes.delete({ id: jazz });
  const page = await stage.open('/dashboard/cancellations', { by: owner });
  await page.getByRole('rowheader', { name: 'Jazz' }).waitFor();
  expect(await page.getByRole('rowheader').getByRole('link').allInnerTexts()).toEqual(['Tap']);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Tap' }).click();
  await page.waitForURL(`**/class-roster/${tap}`);
  const theirs = await stage.open('/dashboard/cancellations', { by: student });
  await theirs.getByRole('rowheader', { name: 'Tap' }).waitFor();
  expect(await theirs.getByRole('rowheader').getByRole('link').count()).toBe(0);
});
