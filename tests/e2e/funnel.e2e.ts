import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  makeClass,
  makeClassroom,
  makeDanceType,
  makeInstructor,
  makeStudent,
} from '#tests/support/factories.ts';
import { expectAccessible, hearsOthers, hold, holdsFocus, said, useBrowser } from '#tests/support/browser.ts';
import { testToday, type Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();

describe('the whole way of a lead', () => {
  it('goes from the first question through a tryout to a student who is present', async () => {
    const { owner } = await stage.app.studio();
    const place = await openStudio(owner);
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });

    await page.getByLabel('Full name').fill('Lena Lead');
    await page.getByLabel('Phone (optional)').fill('+1 555 0177');
    await page.getByLabel('Full name').press('Enter');
    await page.getByRole('row', { name: /Lena Lead/ }).waitFor();
    await expectAccessible(page);
    expect(await stored(owner)).toMatchObject({ inquiry: 'new' });

    await page.getByRole('button', { name: 'Actions for Lena Lead' }).click();
    await page.getByRole('dialog', { name: 'Inquiry Actions' }).getByText('Schedule Tryout').click();
    await bookTryout(page);
    await said(page, 'Tryout scheduled successfully!');
    expect(await stored(owner)).toMatchObject({ inquiry: 'Tryout Scheduled', tryouts: 1 });

    await page.goto(`${stage.url}/dashboard/daily-log`);
    await page.getByRole('link', { name: /Log Tryout/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: /Log Tryout/ }).click();
    await page.getByRole('heading', { name: 'Log Tryout Outcome' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save Outcome' }).click();
    await said(page, 'Tryout outcome logged successfully!');
    expect(await stored(owner)).toMatchObject({ outcome: 'Completed' });

    await page.goto(`${stage.url}/dashboard/manage-inquiries`);
    await page.getByRole('button', { name: 'Actions for Lena Lead' }).click();
    await page.getByRole('dialog', { name: 'Inquiry Actions' }).getByText('Convert to Student').click();
    await page.getByText('Enrolling from inquiry').waitFor();
    await page.reload();
    await page.getByText('Enrolling from inquiry').waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value === 'Lena Lead'),
    );
    await enroll(page);
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    expect(await stored(owner)).toMatchObject({ inquiry: 'Converted to Student', students: ['Lena Lead'] });

    await page.goto(`${stage.url}/dashboard/attendance/${place.classId}/${testToday}`);
    await page.getByRole('switch', { name: /Lena Lead/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await said(page, 'Attendance log successfully saved!');
    expect(await stored(owner)).toMatchObject({ present: 1, logs: 1 });
  });

  it('ends with a student who was enrolled without it, once somebody says who it is', async () => {
    const { owner } = await stage.app.studio();
    const { id } = await owner.api.leads.create({ fullName: 'Lena Lead' });
    const studentId = await makeStudent(stage.app, owner, { fullName: 'Lena Lead-Other' });
    await makeStudent(stage.app, owner, { fullName: 'Ben Tendu' });
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
    await page.getByRole('button', { name: 'Actions for Lena Lead' }).click();
    await page.getByRole('dialog', { name: 'Inquiry Actions' }).getByText('Already a student').click();
    const dialog = page.getByRole('dialog', { name: 'Already a Student' });
    const submit = dialog.getByRole('button', { name: 'Link student' });
    await submit.click();
    await dialog.getByText('Choose a student.').first().waitFor();
    await dialog.getByLabel('Student', { exact: true }).fill('lena');
    await page.getByRole('option', { name: 'Lena Lead-Other' }).click();
    await expectAccessible(page);
    await submit.click();
    await said(page, 'The inquiry of Lena Lead counts as converted.');
    await page.getByRole('row', { name: /Lena Lead.*Converted to Student/ }).waitFor();
    expect(await owner.api.leads.get({ id })).toMatchObject({ status: 'Converted to Student', studentId });
    await page.getByRole('button', { name: 'Actions for Lena Lead' }).click();
    await page.getByRole('dialog', { name: 'Inquiry Actions' }).getByText('View student').click();
    await page.getByRole('heading', { level: 1, name: 'Lena Lead-Other' }).waitFor();
  });

  it('says when an age was told, where that was not the day it began', async () => {
    const { owner } = await stage.app.studio();
    const mia = await owner.api.leads.create({ fullName: 'Mia Minor', age: 7 });
    const lena = await owner.api.leads.create({ fullName: 'Lena Lead', age: 9 });
    for (const [{ id }, ageToldOn] of [[mia, mia.createdOn] as const, [lena, '2025-12-01'] as const])
      await stage.app.database.inTenant(owner, (db) =>
        db.updateTable('inquiries').set({ ageToldOn }).where('id', '=', id).execute(),
      );
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
    await page.getByText(/^Age 9 on Mon, Dec 1, 2025 · \w/).waitFor();
    await page.getByText(/^Age 7 · \w/).waitFor();
  });

  it('begins on a phone where the empty list asks for it', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner, viewport: 'phone' });
    await page
      .getByRole('region', { name: 'Current inquiries' })
      .getByRole('button', { name: 'Add inquiry' })
      .click();
    await page.getByLabel('Full name').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'fullName');
  });

  it('can be gone back where a student was made by mistake', async () => {
    const { owner } = await stage.app.studio();
    await openStudio(owner);
    const { id } = await owner.api.leads.create({ fullName: 'Mia Mistake' });
    const page = await stage.open(`/dashboard/manage-students?inquiry=${id}`, { by: owner });
    await page.getByText('Enrolling from inquiry').waitFor();
    await enroll(page);
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    await page.goto(`${stage.url}/dashboard/manage-inquiries`);
    const actions = page.getByRole('button', { name: 'Actions for Mia Mistake' });
    await actions.click();
    await page.getByRole('dialog', { name: 'Inquiry Actions' }).getByText('Undo conversion').click();
    const question = page.getByRole('dialog', { name: 'Undo the conversion of Mia Mistake?' });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Undo conversion' }).click();
    await said(page, 'The inquiry of Mia Mistake is open again.');
    await page
      .getByRole('row', { name: /Mia Mistake/ })
      .getByText('Contacted')
      .first()
      .waitFor();
    await actions.click();
    await page.getByText('Convert to Student').waitFor();
  });

  it('can not be walked twice: a converted lead leads to its student', async () => {
    const { owner } = await stage.app.studio();
    await openStudio(owner);
    const { id } = await owner.api.leads.create({ fullName: 'Otto Once' });
    const page = await stage.open(`/dashboard/manage-students?inquiry=${id}`, { by: owner });
    await page.getByText('Enrolling from inquiry').waitFor();
    await enroll(page);
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    await page.goto(`${stage.url}/dashboard/manage-students?inquiry=${id}`);
    await page
      .getByRole('link', { name: /student/i })
      .first()
      .waitFor();
    expect((await stored(owner)).students).toEqual(['Otto Once']);

    const { studentId } = await owner.api.leads.get({ id });
    await owner.api.enrollment.deleteStudent({ id: studentId ?? '' });
    await page.goto(`${stage.url}/dashboard/manage-inquiries`);
    await page.getByRole('button', { name: 'Delete Deleted student' }).waitFor();
    expect(await page.getByRole('button', { name: 'Actions for Deleted student' }).count()).toBe(0);
  });

  it('can not be walked twice at once either: who fills in the form is told, and nobody is enrolled a second time', async () => {
    const { owner, staff } = await stage.app.studio();
    const { classId } = await openStudio(owner);
    const { id } = await owner.api.leads.create({ fullName: 'Otto Once' });
    const page = await stage.open(`/dashboard/manage-students?inquiry=${id}`, { by: owner });
    await page.getByText('Enrolling from inquiry').waitFor();
    await hearsOthers(page);
    await page.getByLabel('Phone (optional)').fill('+1 555 0100');
    await staff.api.enrollment.enrollStudent({
      studentDetails: { fullName: 'Otto Once' },
      enrollmentItems: [{ classId, ...paid }],
      inquiryId: id,
    });
    await page.getByText('Otto Once is a student already').waitFor();
    await enroll(page);
    await page.getByRole('alert').filter({ hasText: 'Otto Once is a student already.' }).waitFor();
    expect(await page.getByLabel('Phone (optional)').inputValue()).toBe('+1 555 0100');
    expect((await stored(owner)).students).toEqual(['Otto Once']);
  });

  it('fills in nothing of it for somebody of another studio who signs in in the same tab', async () => {
    const { owner } = await stage.app.studio();
    await openStudio(owner);
    const { owner: stranger } = await stage.app.studio();
    await openStudio(stranger);
    await owner.api.leads.create({ fullName: 'Nora Next' });
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
    const name = page.getByRole('form', { name: 'Student' }).getByLabel('Full name');
    await convert(page, 'Nora Next');
    await expect.poll(() => name.inputValue()).toBe('Nora Next');
    const theirs = await stage.open('/dashboard/color-palette', { by: stranger });
    await page.context().addCookies(await theirs.context().cookies());
    await page.reload();
    await page.getByText('Inquiry not found').waitFor();
    expect(await name.inputValue()).toBe('');
  });

  it('leads nobody back who went elsewhere while the student was being enrolled', async () => {
    const { owner } = await stage.app.studio();
    await openStudio(owner);
    const { id } = await owner.api.leads.create({ fullName: 'Lara Late' });
    const page = await stage.open(`/dashboard/manage-students?inquiry=${id}`, { by: owner });
    await page.getByText('Enrolling from inquiry').waitFor();
    const answer = await hold(page, '**/rpc/enrollment/enrollStudent');
    await enroll(page);
    await page.getByRole('link', { name: 'Cancellations' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
    answer();
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    await page.waitForTimeout(700);
    expect(new URL(page.url()).pathname).toBe('/dashboard/cancellations');
  });

  it('ends with a student though the inquiry was deleted while they were being enrolled', async () => {
    const { owner, staff } = await stage.app.studio();
    await openStudio(owner);
    const { id } = await owner.api.leads.create({ fullName: 'Gina Gone' });
    const page = await stage.open(`/dashboard/manage-students?inquiry=${id}`, { by: owner });
    await page.getByText('Enrolling from inquiry').waitFor();
    await hearsOthers(page);
    await page.getByLabel('Phone (optional)').fill('+1 555 0100');
    await staff.api.leads.delete({ id });
    await page.getByText('This inquiry is not there any more').waitFor();
    await expectAccessible(page);
    expect(await page.getByLabel('Phone (optional)').inputValue()).toBe('+1 555 0100');
    await enroll(page);
    await said(page, 'Student successfully enrolled with all selected classes and subscriptions.');
    expect((await stored(owner)).students).toEqual(['Gina Gone']);
  });

  it('fills in what the inquiry says now, though it was looked at before it was corrected', async () => {
    const { owner } = await stage.app.studio();
    await openStudio(owner);
    await owner.api.leads.create({ fullName: 'Tessa Typo', phoneNumber: '+1 555 0111' });
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
    const phone = page.getByRole('form', { name: 'Student' }).getByLabel('Phone');
    await convert(page, 'Tessa Typo');
    await expect.poll(() => phone.inputValue()).toBe('+1 555 0111');
    await page.goBack();
    await page.getByRole('button', { name: 'Edit Tessa Typo' }).click();
    await page.getByRole('dialog').getByLabel('Phone').fill('+1 555 0122');
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
    await said(page, 'Tessa Typo was saved.');
    await convert(page, 'Tessa Typo');
    await expect.poll(() => phone.inputValue()).toBe('+1 555 0122');
  });

  it('loses nothing of what was filled in for a lead to a link that leads to the blank form', async () => {
    const { owner } = await stage.app.studio();
    await openStudio(owner);
    const { id } = await owner.api.leads.create({ fullName: 'Lara Long' });
    const page = await stage.open(`/dashboard/manage-students?inquiry=${id}`, { by: owner });
    await page.getByText('Enrolling from inquiry').waitFor();
    const phone = page.getByLabel('Phone (optional)');
    await phone.fill('+1 555 0133');
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    for (const leave of [
      page.getByRole('button', { name: 'Enroll someone else' }),
      page.getByRole('link', { name: 'Students', exact: true }),
    ]) {
      await leave.click();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await phone.inputValue()).toBe('+1 555 0133');
    }
    await page.getByRole('button', { name: 'Enroll someone else' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => phone.inputValue()).toBe('');
    await page.getByText('Enrolling from inquiry').waitFor({ state: 'detached' });
  });

  it('takes all that is known of a lead from their tryout to a form that needs nothing else', async () => {
    const { owner } = await stage.app.studio();
    const tryoutId = await haveTriedOut(owner, await openStudio(owner));
    await owner.api.attendance.outcome.log({ id: tryoutId, outcome: 'Completed', version: 1 });
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    const form = page.getByRole('form', { name: 'Student' });
    await form.waitFor();
    await page.getByRole('link', { name: 'Daily Schedual' }).click();
    await page.getByRole('link', { name: 'One-Time Tryout' }).click();
    await page.getByRole('link', { name: 'Convert to Student' }).click();
    await page.getByText('Enrolling from inquiry').waitFor();
    await expect.poll(() => form.getByLabel('Full name').inputValue()).toBe('Tara Tried');
    await expect.poll(() => form.getByLabel('Email').inputValue()).toBe('tara@lead.example');
    await expect.poll(() => form.getByLabel('Phone').inputValue()).toBe('+1 555 0142');
    await expect.poll(() => form.getByLabel('Gender').first().inputValue()).toBe('Female');
  });

  it('leads from the tryout to the student it became, and to nobody once they were deleted', async () => {
    const { owner } = await stage.app.studio();
    const { classId, ...place } = await openStudio(owner);
    const tryoutId = await haveTriedOut(owner, place);
    const { inquiry } = await owner.api.attendance.outcome.log({ id: tryoutId, version: 1 });
    const { studentId } = await owner.api.enrollment.enrollStudent({
      studentDetails: { fullName: 'Tara Tried' },
      enrollmentItems: [{ classId, ...paid }],
      inquiryId: inquiry?.id ?? '',
    });
    const page = await stage.open(`/dashboard/log-tryout/${tryoutId}`, { by: owner });
    await page.getByRole('link', { name: 'Tara Tried' }).waitFor();
    expect(await page.getByRole('link', { name: 'Convert to Student' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Tara Tried' }).click();
    await page.waitForURL(`**/student-profile/${studentId}`);

    await owner.api.enrollment.deleteStudent({ id: studentId });
    await page.goto(`${stage.url}/dashboard/log-tryout/${tryoutId}`);
    await page.getByText('Deleted student').waitFor();
    expect(await page.getByRole('link', { name: /Deleted student|Convert to Student/ }).count()).toBe(0);
  });
});

/** A lead of whom everything is known, after their tryout. */
async function haveTriedOut(
  owner: Actor,
  { instructorId, roomId }: { instructorId: string; roomId: string },
) {
  const { id: inquiryId } = await owner.api.leads.create({
    fullName: 'Tara Tried',
    email: 'tara@lead.example',
    phoneNumber: '+1 555 0142',
    gender: 'Female',
  });
  const { id } = await owner.api.leads.scheduleTryout({
    inquiryId,
    instructorId,
    roomId,
    sessionDate: testToday,
    startTime: '09:00',
    endTime: '09:45',
  });
  return id;
}

async function openStudio(owner: Actor) {
  const danceTypeId = await makeDanceType(stage.app, owner, { name: 'Ballet' });
  const instructorId = await makeInstructor(stage.app, owner, { fullName: 'Ina Instructor' });
  const roomId = await makeClassroom(stage.app, owner, { name: 'Studio A' });
  const classId = await makeClass(stage.app, owner, {
    name: 'Saturday Ballet',
    danceTypeId,
    instructorId,
    roomId,
    daysOfWeek: [6],
    startTime: '11:00',
    endTime: '12:00',
  });
  return { classId, instructorId, roomId };
}

/** What is paid for a class, as far as it matters here. */
const paid = { startDate: testToday, endDate: '2026-12-20', amountPaidCents: 6_000, numberOfSessions: 4 };

async function convert(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('dialog', { name: 'Inquiry Actions' }).getByText('Convert to Student').click();
  await page.getByText('Enrolling from inquiry').waitFor();
}

async function bookTryout(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Schedule Tryout' });
  await holdsFocus(dialog);
  await dialog.getByLabel('Instructor', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Ina Instructor' }).click();
  await dialog.getByLabel('Classroom', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Studio A' }).click();
  await dialog.getByLabel('Date').fill(testToday);
  await dialog.getByLabel('Start time').fill('11:30');
  await dialog.getByLabel('End time').fill('12:15');
  await dialog.getByRole('button', { name: 'Schedule Tryout' }).click();
  await dialog
    .getByText('Scheduling Conflict: Instructor Ina Instructor is already booked.')
    .first()
    .waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Start time').fill('09:00');
  await dialog.getByLabel('End time').fill('09:45');
  await dialog.getByRole('button', { name: 'Schedule Tryout' }).click();
}

async function enroll(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Add a class to the cart' });
  await form.getByLabel('Class', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Saturday Ballet' }).click();
  await form.getByLabel('Amount').fill('60');
  await form.getByLabel('Number of sessions').fill('4');
  await form.getByLabel('Start date').fill(testToday);
  await form.getByLabel('End date').fill('2026-12-20');
  await form.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('button', { name: 'Enroll Student' }).click();
}

/** The funnel as the database has it. */
async function stored(owner: Actor) {
  return await stage.app.database.inTenant(owner, async (db) => {
    const inquiry = await db.selectFrom('inquiries').select('status').executeTakeFirst();
    const tryouts = await db
      .selectFrom('oneOffSessions')
      .select('outcome')
      .where('sessionType', '=', 'Tryout')
      .execute();
    const students = await db
      .selectFrom('profiles')
      .select('fullName')
      .where('role', '=', 'student')
      .where('fullName', '<>', 'Student Person')
      .execute();
    const logs = await db.selectFrom('attendanceSessions').select('id').execute();
    const present = await db
      .selectFrom('attendanceEntries')
      .select('studentId')
      .where('isPresent', '=', true)
      .execute();
    return {
      inquiry: inquiry?.status,
      tryouts: tryouts.length,
      outcome: tryouts[0]?.outcome ?? null,
      students: students.map(({ fullName }) => fullName),
      logs: logs.length,
      present: present.length,
    };
  });
}
