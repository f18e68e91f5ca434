import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { expectAccessible, useBrowser } from '#tests/support/browser.ts';
import { makeInstructor } from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { testToday } from '#tests/support/test-app.ts';

const stage = useBrowser();
const sessionDate = '2026-11-16';

it('asks before what was called off takes a room again that others have taken, and keeps what was typed', async () => {
  const { owner } = await stage.app.studio();
  const { scheduling, attendance } = owner.api;
  const needs = await makeStage(stage.app, owner);
  const { id: classId } = await scheduling.classes.create(classOn(needs));
  await attendance.save({ classId, date: sessionDate, status: 'Cancelled', idempotencyKey: randomUUID() });
  const other = { ...needs, instructorId: await makeInstructor(stage.app, owner) };
  await scheduling.oneOffs.create(oneOffOn(other, { sessionDate }));

  const page = await stage.open(`/dashboard/attendance/${classId}/${sessionDate}`, { by: owner });
  await page.getByRole('button', { name: 'Correct this log' }).click();
  await page.getByText('Completed', { exact: true }).click();
  await page.getByLabel('Notes (optional)').fill('It took place');
  const save = page.getByRole('button', { name: 'Save Correction' });
  await save.click();
  const warning = page.getByRole('dialog', {
    name: 'Scheduling Warning, The Room is already booked at this time!',
  });
  await warning.getByText('Mon, Nov 16, 5:00 – 6:00 PM').waitFor();
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('Notes (optional)').inputValue()).toBe('It took place');
  await save.click();
  await warning.getByRole('button', { name: 'Continue Booking' }).click();
  await page.getByText('Attendance log corrected.').waitFor();
  const { log } = await attendance.sheet({ classId, date: sessionDate });
  expect(log).toMatchObject({ status: 'Completed', notes: 'It took place' });
});

it('asks the same of a one-off session', async () => {
  const { owner } = await stage.app.studio();
  const { scheduling, attendance } = owner.api;
  const needs = await makeStage(stage.app, owner);
  const { id } = await scheduling.oneOffs.create(oneOffOn(needs, { sessionDate: testToday }));
  await attendance.outcome.log({ id, version: 1, outcome: 'Cancelled' });
  const other = { roomId: needs.roomId, instructorId: await makeInstructor(stage.app, owner) };
  await scheduling.oneOffs.create(oneOffOn({ ...needs, ...other }, { sessionDate: testToday }));

  const page = await stage.open(`/dashboard/log-tryout/${id}`, { by: owner });
  await page.getByText('Completed', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Outcome' }).click();
  const warning = page.getByRole('dialog', { name: 'Scheduling Warning' });
  await warning.getByRole('button', { name: 'Continue Booking' }).click();
  await page.waitForURL('**/dashboard/daily-log?**');
  expect(await attendance.outcome.get({ id })).toMatchObject({
    outcome: 'Completed',
    isRoomConflictIgnored: true,
  });
});
