import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { expectAccessible, hearsOthers, hold, holdsFocus, said, useBrowser } from '#tests/support/browser.ts';
import { makeClass, makeInstructor } from '#tests/support/factories.ts';
import { classOn, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { testToday, type Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();

describe('a sheet that is open while somebody else', () => {
  it('hands the class to another instructor is logged for that one', async () => {
    const { owner } = await stage.app.studio();
    const { classId, page } = await openSheet(owner);
    await handOver(owner, classId, await makeInstructor(stage.app, owner, { fullName: 'Nora New' }));
    await page
      .getByText(/Nora New$/)
      .first()
      .waitFor();
    const taughtBy = page.getByRole('combobox', { name: 'Taught by' });
    await expect.poll(() => taughtBy.inputValue()).toBe('Nora New');
    // Nothing was typed that could be lost.
    await page.getByRole('link', { name: '← Back to Schedule' }).click();
    await page.waitForURL('**/dashboard');
    await page.goBack();
    await save(page);
    await page.waitForURL('**/dashboard');
    expect(await logOf(owner, classId)).toMatchObject({ instructor: { fullName: 'Nora New' } });
  });

  it('hands it over is logged for who holds it by then, though no news of that came', async () => {
    const { owner } = await stage.app.studio();
    const { classId, page } = await openSheet(owner);
    const instructorId = await makeInstructor(stage.app, owner, { fullName: 'Nora New' });
    await page.route('**/rpc/attendance/save', async (route) => {
      await handOver(owner, classId, instructorId);
      await route.continue();
    });
    await save(page);
    await page.waitForURL('**/dashboard');
    expect(await logOf(owner, classId)).toMatchObject({ instructor: { fullName: 'Nora New' } });
  });

  it('hands the class over is still logged for the substitute who was chosen', async () => {
    const { owner } = await stage.app.studio();
    await makeInstructor(stage.app, owner, { fullName: 'Sasha Substitute' });
    const { classId, page } = await openSheet(owner);
    await page.getByRole('combobox', { name: 'Taught by' }).click();
    await page.getByRole('option', { name: 'Sasha Substitute' }).click();
    await handOver(owner, classId, await makeInstructor(stage.app, owner, { fullName: 'Nora New' }));
    await page
      .getByText(/Nora New$/)
      .first()
      .waitFor();
    await save(page);
    await page.waitForURL('**/dashboard');
    expect(await logOf(owner, classId)).toMatchObject({ instructor: { fullName: 'Sasha Substitute' } });
  });

  it('saves the log keeps what was marked on it, though no news of that came', async () => {
    const { owner, staff } = await stage.app.studio();
    const { classId, page } = await openSheet(owner);
    await page.getByRole('switch', { name: /Student 01/ }).click();
    await page.getByLabel('Notes (optional)').fill('Mia fell, mother called');
    await page.route('**/rpc/attendance/save', async (route) => {
      await staff.api.attendance.save({ classId, date: testToday, idempotencyKey: 'somebody-else-s-log' });
      await route.continue();
    });
    await save(page);
    await page.getByText('What you filled in has not been saved.').waitFor();
    await page.getByText('2 of 3 present').waitFor();
    expect(await page.getByLabel('Notes (optional)').inputValue()).toBe('Mia fell, mother called');
    await expectAccessible(page);
  });

  it('corrects its log saves what was marked last, also after both were laid side by side', async () => {
    const { owner, staff } = await stage.app.studio();
    const { classId, students, page } = await openSheet(owner);
    const entries = students.map((studentId) => ({ studentId, isPresent: true }));
    const key = { idempotencyKey: 'the-first-log' };
    const { id } = await owner.api.attendance.save({ classId, date: testToday, entries, ...key });
    await page.getByRole('button', { name: 'Correct this log' }).click();
    await page.getByRole('switch', { name: /Student 00/ }).click();
    await staff.api.attendance.correct({ id, version: 1, entries, notes: 'theirs' });
    await page.getByRole('button', { name: 'Save Correction' }).click();
    await page.getByText('This was changed by Staff Person just now.').waitFor();
    await page.getByRole('switch', { name: /Student 02/ }).click();
    await page.getByLabel('Notes (optional)').fill('both went home');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Attendance log corrected.').first().waitFor();
    const sheet = await owner.api.attendance.sheet({ classId, date: testToday });
    expect(sheet.log).toMatchObject({ notes: 'both went home' });
    expect(sheet.students.map(({ isPresent }) => isPresent)).toEqual([false, true, false]);
  });
});

describe('a log whose sheet was left while it was being saved', () => {
  it('leads nobody away from where they are by then', async () => {
    const { owner } = await stage.app.studio();
    const { classId, page } = await openSheet(owner);
    const answer = await hold(page, '**/rpc/attendance/save');
    await save(page);
    await leave(page);
    answer();
    await page.getByText('Attendance log successfully saved!').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/cancellations');
    expect(await logOf(owner, classId)).toMatchObject({ status: 'Completed' });
  });

  it('is said not to have been saved, and asks before it is left with what was marked', async () => {
    const { owner } = await stage.app.studio();
    const { page } = await openSheet(owner);
    const busy = 'Scheduling Conflict: Instructor Ina is already booked.';
    const refusal = { defined: true, code: 'INSTRUCTOR_BUSY', status: 409, message: busy };
    const answer = await hold(page, '**/rpc/attendance/save', (route) =>
      route.fulfill({ status: 409, json: { json: { ...refusal, data: { clashes: [] } } } }),
    );
    await page.getByRole('switch', { name: /Student 01/ }).click();
    await save(page);
    await page.getByRole('link', { name: 'Cancellations' }).click();
    await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
    answer();
    await page.getByText(`Ballet 1, Sat, Nov 21: ${busy}`).waitFor();
  });
});

it('keeps the outcome being written where the session is cancelled meanwhile', async () => {
  const { owner, staff } = await stage.app.studio();
  const needs = await makeStage(stage.app, owner);
  const { id } = await owner.api.scheduling.oneOffs.create(oneOffOn(needs, { sessionDate: testToday }));
  const page = await stage.open(`/dashboard/log-tryout/${id}`, { by: owner });
  const notes = page.getByLabel('Notes (optional)');
  await notes.fill('Works on her turns');
  await hearsOthers(page);
  await staff.api.scheduling.oneOffs.cancel({ id });
  await page.getByText('This session was cancelled and takes no outcome.').waitFor();
  expect(await notes.inputValue()).toBe('Works on her turns');
  await expectAccessible(page);
  await page.reload();
  await page.getByText('This session was cancelled and takes no outcome.').waitFor();
});

it('saves the outcome of a session that was moved or paid meanwhile, which says nothing of how it went', async () => {
  const { owner, instructor } = await stage.app.studio();
  const needs = { ...(await makeStage(stage.app, owner)), instructorId: instructor.profileId };
  const { oneOffs } = owner.api.scheduling;
  const booked = oneOffOn(needs, { sessionDate: testToday, startTime: '08:00', endTime: '09:00' });
  const { id, version } = await oneOffs.create(booked);
  const page = await stage.open(`/dashboard/log-tryout/${id}`, { by: instructor });
  await page.getByText('No Show').click();
  await page.getByLabel('Notes (optional)').fill('waited 20 minutes');
  await oneOffs.update({ ...booked, id, version, startTime: '08:15', priceCents: 4_500, isPaid: true });
  await page.getByRole('button', { name: 'Save outcome' }).click();
  await said(page, 'Outcome logged successfully!');
  expect(await owner.api.attendance.outcome.get({ id })).toMatchObject({
    outcome: 'No Show',
    outcomeNotes: 'waited 20 minutes',
    startTime: '08:15',
    isPaid: true,
  });
});

it('changes a class that somebody else has moved from tomorrow on without moving it today', async () => {
  const { owner, staff } = await stage.app.studio();
  const { classes, calendar } = owner.api.scheduling;
  const saturdays = { daysOfWeek: ['Saturday' as const], startTime: '18:00', endTime: '19:00' };
  const rule = await classes.create(classOn(await makeStage(stage.app, owner), saturdays));
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  await page.getByRole('button', { name: 'Actions for Ballet 1' }).click();
  await page.getByRole('menuitem', { name: 'Edit Rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Rule' });
  await holdsFocus(dialog);
  await dialog.getByLabel('Class name').fill('Ballet One');
  const { danceType, instructor, room } = rule;
  const needs = { danceTypeId: danceType.id, instructorId: instructor.id, roomId: room.id };
  const moved = { ...saturdays, startTime: '19:00', endTime: '20:00' };
  const appliesFrom = '2026-11-22';
  await staff.api.scheduling.classes.update({
    ...classOn(needs, moved),
    id: rule.id,
    version: rule.version,
    appliesFrom,
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => dialog.getByLabel('Start time').inputValue()).toBe('19:00');
  await dialog.getByLabel('Class name').fill('Ballet One');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  const days = await calendar({ start: testToday, end: '2026-11-28' });
  expect(days.map(({ title, date, startTime }) => `${title} ${date} ${startTime}`)).toEqual([
    'Ballet One 2026-11-21 18:00',
    'Ballet One 2026-11-28 19:00',
  ]);
});

it('says that since when somebody is enrolled was corrected meanwhile, and undoes no removal of who is back', async () => {
  const { owner, staff } = await stage.app.studio();
  const { classId, students } = await makeAttendedClass(stage.app, owner, { students: 1 });
  const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
  await page.getByRole('button', { name: 'Change since when Student 00 is enrolled' }).click();
  const dialog = page.getByRole('dialog', { name: 'Since when Student 00 is enrolled' });
  const since = dialog.getByLabel('Enrolled from');
  await since.fill('2026-11-02');
  const { enrollment } = staff.api;
  const [place] = (await enrollment.roster({ classId })).students;
  const { registrationId = '' } = place ?? {};
  await enrollment.update({ registrationId, enrolledOn: '2026-10-05' });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('This was changed by someone just now.').waitFor();
  await dialog.getByRole('cell', { name: 'Mon, Oct 5, 2026' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await enrollment.roster({ classId })).students).toMatchObject([{ enrolledOn: '2026-11-02' }]);

  await page.getByRole('button', { name: 'Remove Student 00' }).click();
  await page.getByRole('button', { name: 'Remove student', exact: true }).click();
  const undo = page.getByRole('button', { name: 'Undo removing Student 00' });
  await undo.waitFor();
  await hearsOthers(page);
  await enrollment.enroll({ classId, studentId: students[0] ?? '' });
  await undo.waitFor({ state: 'detached' });
});

it('saves what was typed of somebody who became a student meanwhile', async () => {
  const { owner, staff } = await stage.app.studio();
  const { id } = await owner.api.leads.create({ fullName: 'Ana Ruiz' });
  const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
  await page.getByRole('button', { name: 'Edit Ana Ruiz' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Inquiry Details' });
  await holdsFocus(dialog);
  await dialog.getByLabel('Availability (optional)').fill('Only after school, mother works late');
  const classId = await makeClass(stage.app, owner);
  const item = { classId, startDate: testToday, endDate: '2026-12-21', numberOfSessions: 4 };
  await staff.api.enrollment.enrollStudent({
    studentDetails: { fullName: 'Ana Ruiz' },
    enrollmentItems: [{ ...item, amountPaidCents: 0 }],
    inquiryId: id,
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('This was changed by Staff Person just now.').waitFor();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await owner.api.leads.get({ id })).toMatchObject({
    status: 'Converted to Student',
    availabilityNotes: 'Only after school, mother works late',
  });
});

it('says whose status somebody else has changed meanwhile, also when another was changed since', async () => {
  const { owner, staff } = await stage.app.studio();
  const { id } = await owner.api.leads.create({ fullName: 'Ana Asked' });
  await owner.api.leads.create({ fullName: 'Bea Asked' });
  const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
  const release = await hold(page, '**/rpc/leads/setStatus');
  for (const name of ['Ana', 'Bea']) await changeStatus(page, name, 'Contacted');
  await staff.api.leads.setStatus({ id, version: 1, status: 'enrolled' });
  release();
  const told = page.getByRole('alert').filter({ hasText: 'The status of Ana Asked was not changed' });
  await told.waitFor();
  await page.getByRole('row', { name: /Bea Asked.*Contacted/ }).waitFor();
  await page.getByRole('row', { name: /Ana Asked.*Enrolled/ }).waitFor();
  await expectAccessible(page);
  await changeStatus(page, 'Ana', 'Contacted');
  await told.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Ana Asked.*Contacted/ }).waitFor();
});

it('cancels no one-time session that was moved while the question was open', async () => {
  const { owner, staff } = await stage.app.studio();
  const booking = oneOffOn(await makeStage(stage.app, owner));
  const { id } = await owner.api.scheduling.oneOffs.create(booking);
  const page = await stage.open('/dashboard/manage-classes?tab=one-time', { by: owner });
  await page.getByRole('button', { name: 'Actions for One-Time Private, Mon, Nov 23, 2026' }).click();
  await page.getByRole('menuitem', { name: 'Cancel Session' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel this session?' });
  await question.getByText('Mon, Nov 23, 5:00').waitFor();
  await question.getByText('If it was paid, its price stays in the revenue until').waitFor();
  await staff.api.scheduling.oneOffs.update({ ...booking, id, version: 1, sessionDate: '2026-11-25' });
  await question.getByRole('button', { name: 'Cancel session' }).click();
  await question.getByText('This session was moved to Wed, Nov 25, 2026, 5:00 – 6:00 PM.').waitFor();
  expect(await owner.api.scheduling.oneOffs.get({ id })).toMatchObject({ isCancelled: false });
});

async function changeStatus(page: Page, name: string, status: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`change the status of ${name}`) }).click();
  await page.getByRole('menuitem', { name: status }).click();
  await page.getByRole('row', { name: new RegExp(`${name}.*${status}`) }).waitFor();
}

/** The sheet of a class that takes place today. */
async function openSheet(by: Actor) {
  const session = await makeAttendedClass(stage.app, by, { name: 'Ballet 1', daysOfWeek: [6] });
  const page = await stage.open(`/dashboard/attendance/${session.classId}/${testToday}`, { by });
  await page.getByRole('button', { name: 'Save Attendance' }).waitFor();
  await hearsOthers(page);
  return { ...session, page };
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save Attendance' }).click();
}

async function leave(page: Page) {
  await page.getByRole('link', { name: 'Cancellations' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
}

/** Gives a class to another instructor from today on. */
async function handOver(by: Actor, classId: string, instructorId: string) {
  const { classes } = by.api.scheduling;
  const { danceType, room, ...rule } = await classes.get({ id: classId });
  const { name, classType, daysOfWeek, startTime, endTime, sessionStartDate, sessionEndDate } = rule;
  const times = { daysOfWeek, startTime, endTime, sessionStartDate, sessionEndDate };
  const needs = { danceTypeId: danceType.id, roomId: room.id, instructorId };
  await classes.update({ id: classId, version: rule.version, name, classType, ...times, ...needs });
}

async function logOf(by: Actor, classId: string) {
  return (await by.api.attendance.sheet({ classId, date: testToday })).log;
}
