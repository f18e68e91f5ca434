import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { expectAccessible, hearsOthers, holdsFocus, loseAnswer, useBrowser } from '#tests/support/browser.ts';

const stage = useBrowser();

describe('two people edit the same', () => {
  it('and the second sees both versions, keeps theirs or the own', async () => {
    const { owner, staff } = await stage.app.studio();
    const { id, version } = await owner.api.leads.create({ fullName: 'Ana Lead' });
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
    const edit = await openInquiry(page, 'Ana Lead');
    await edit.getByLabel('Phone (optional)').fill('555 01');
    await hearsOthers(page);

    const theirs = { id, fullName: 'Ana Leadbetter', phoneNumber: '555 99', status: 'contacted' } as const;
    await staff.api.leads.update({ ...theirs, version });
    // The list behind shows it; what is being typed stays.
    await page.getByText('Ana Leadbetter').first().waitFor();
    expect(await edit.getByLabel('Phone (optional)').inputValue()).toBe('555 01');

    await edit.getByRole('button', { name: 'Save Changes' }).click();
    const notice = edit.getByRole('alert').filter({ hasText: 'This was changed by Staff Person just now.' });
    expect(await rows(notice)).toEqual([
      ['Full name', 'Ana Leadbetter', 'Ana Lead'],
      ['Phone', '555 99', '555 01'],
      ['Status', 'Contacted', 'New'],
    ]);
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Use theirs' }).click();
    await expect.poll(() => edit.getByLabel('Phone (optional)').inputValue()).toBe('555 99');
    await edit.getByLabel('Phone (optional)').fill('555 02');
    await staff.api.leads.update({ ...theirs, version: version + 1, phoneNumber: '555 98' });
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await notice.getByRole('button', { name: 'Keep mine' }).click();
    await edit.waitFor({ state: 'detached' });
    expect(await owner.api.leads.get({ id })).toMatchObject({
      fullName: 'Ana Leadbetter',
      phoneNumber: '555 02',
      version: version + 3,
    });
  });

  it('and the second sees nothing of it where both want the same', async () => {
    const { owner, staff } = await stage.app.studio();
    const { id, version } = await owner.api.leads.create({ fullName: 'Ana Lead' });
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
    const edit = await openInquiry(page, 'Ana Lead');
    await edit.getByLabel('Phone (optional)').fill('555 01');
    await staff.api.leads.update({ id, version, fullName: 'Ana Lead', phoneNumber: '555 01', status: 'new' });
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await edit.waitFor({ state: 'detached' });
    expect(await owner.api.leads.get({ id })).toMatchObject({ phoneNumber: '555 01' });
  });

  it('unless the first was the second: what one saves again after a lost answer', async () => {
    const { owner } = await stage.app.studio();
    const { id } = await owner.api.leads.create({ fullName: 'Ana Lead' });
    const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
    for (const corrected of ['555 01', '555 02']) {
      const edit = await openInquiry(page, 'Ana Lead');
      await edit.getByLabel('Phone (optional)').fill('555 01');
      await edit.getByLabel('Availability (optional)').fill(corrected);
      await page.route('**/rpc/leads/update', loseAnswer, { times: 1 });
      await edit.getByRole('button', { name: 'Save Changes' }).click();
      await edit.getByRole('alert').waitFor();
      await edit.getByLabel('Phone (optional)').fill(corrected);
      await edit.getByRole('button', { name: 'Save Changes' }).click();
      await edit.waitFor({ state: 'detached' });
      expect(await owner.api.leads.get({ id })).toMatchObject({ phoneNumber: corrected });
    }
  });

  it('shows the newest in a form nobody has typed into', async () => {
    const { owner, staff } = await stage.app.studio();
    const { id, version } = await owner.api.catalog.classrooms.create({ name: 'Studio A' });
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await page.getByRole('button', { name: 'Edit Studio A' }).click();
    const name = page.getByRole('dialog').getByLabel('Classroom name');
    await name.waitFor();
    await hearsOthers(page);
    await staff.api.catalog.classrooms.update({ id, version, name: 'Studio Z' });
    await expect.poll(() => name.inputValue()).toBe('Studio Z');
    await name.fill('Studio Zet');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Studio Zet' }).waitFor();
  });

  it('corrects one attendance log on two screens', async () => {
    const { owner, staff } = await stage.app.studio();
    const { classId, students } = await makeAttendedClass(stage.app, owner);
    const [first = '', second = ''] = students;
    const entries = students.map((studentId) => ({ studentId, isPresent: true }));
    const { id } = await owner.api.attendance.save({
      classId,
      date: sessionDate,
      entries,
      idempotencyKey: 'first-log-of-all',
    });
    const page = await stage.open(`/dashboard/attendance/${classId}/${sessionDate}`, { by: owner });
    await page.getByRole('button', { name: 'Correct this log' }).click();
    await page.getByRole('switch', { name: /Student 00/ }).click();
    const theirs = entries.map((entry) => ({ ...entry, isPresent: entry.studentId !== second }));
    await staff.api.attendance.correct({ id, version: 1, entries: theirs });
    await page.getByRole('button', { name: 'Save Correction' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'This was changed by Staff Person just now.' });
    expect(await rows(notice)).toEqual([['Absent', 'Student 01', 'Student 00']]);
    await notice.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Attendance log corrected.').first().waitFor();
    const { students: marked } = await owner.api.attendance.sheet({ classId, date: sessionDate });
    expect(marked.filter(({ isPresent }) => !isPresent).map((student) => student.id)).toEqual([first]);
  });
});

async function openInquiry(page: Page, name: string) {
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Inquiry Details' });
  await holdsFocus(dialog);
  return dialog;
}

async function rows(notice: ReturnType<Page['getByRole']>): Promise<string[][]> {
  await notice.waitFor();
  return await notice
    .locator('tbody tr')
    .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}
