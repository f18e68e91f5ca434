import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeRegistration } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeStudent, makeStudents } from '#tests/support/factories.ts';
import { expectAccessible, hearsOthers, hold, loaded, said, useBrowser } from '#tests/support/browser.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import type { Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();

describe('a student who is being looked for in place of the chosen one', () => {
  it('is not enrolled before they are chosen, nor is the one who was', async () => {
    const { owner, page } = await chooseAda();
    const field = page.getByPlaceholder('Type a name, email or phone');
    await field.selectText();
    await page.keyboard.type('Bea');
    await page.getByRole('option', { name: 'Ada One' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('Bea');
    await page.getByRole('option', { name: 'Bea Two' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Enroll', exact: true }).press('Enter');
    await said(page, 'Bea Two was enrolled.');
    expect(await enrolled(owner)).toBe(1);
    expect(await page.getByRole('row', { name: /Ada One/ }).count()).toBe(0);
  });
});

describe('a student who was chosen before another one was looked for', () => {
  it('is not enrolled by the button', async () => {
    const { owner, page } = await chooseAda();
    await page.getByPlaceholder('Type a name, email or phone').fill('Bea');
    await page.getByRole('button', { name: 'Enroll', exact: true }).click();
    await page.getByText('Choose a student.').waitFor();
    expect(await enrolled(owner)).toBe(0);
  });

  it('is not booked for a one-time session', async () => {
    const { owner } = await stage.app.studio();
    await makeStudents(stage.app, owner, ['Ada One', 'Bea Two']);
    const page = await stage.open('/dashboard/manage-classes?tab=one-time', { by: owner });
    const field = page.getByRole('combobox', { name: 'Student' });
    await field.fill('Ada');
    await page.getByRole('option', { name: 'Ada One' }).click();
    await field.fill('Bea');
    await page.getByRole('option', { name: 'Bea Two' }).waitFor();
    await page.getByRole('button', { name: 'Schedule session' }).click();
    await page.getByText('Choose a student.').first().waitFor();
    expect(await field.inputValue()).toBe('');
  });

  it('is not taken from their one-time session by saving it', async () => {
    const { owner } = await stage.app.studio();
    const studentId = await makeStudent(stage.app, owner, { fullName: 'Ada One' });
    const needs = await makeStage(stage.app, owner);
    const { id } = await owner.api.scheduling.oneOffs.create(oneOffOn(needs, { studentId }));
    const page = await stage.open('/dashboard/manage-classes?tab=one-time', { by: owner });
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Student' }).fill('Nobody');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Choose a student.').first().waitFor();
    expect(await owner.api.scheduling.oneOffs.get({ id })).toMatchObject({ student: { id: studentId } });
  });
});

describe('two students of one name', () => {
  it('are told apart wherever one is chosen', async () => {
    const { owner } = await stage.app.studio();
    const phones = ['+1 555 0161', '+1 555 0162'];
    for (const phoneNumber of phones) {
      const id = await makeStudent(stage.app, owner, { fullName: 'Mia Same' });
      await owner.api.people.students.update({ id, version: 1, fullName: 'Mia Same', phoneNumber });
    }
    const classId = await makeClass(stage.app, owner);
    for (const path of [`class-roster/${classId}`, 'manage-classes?tab=one-time']) {
      const page = await stage.open(`/dashboard/${path}`, { by: owner });
      await loaded(page);
      await page.getByLabel('Student', { exact: true }).first().fill('Mia');
      for (const phone of phones) await page.getByRole('option', { name: phone }).waitFor();
      await expectAccessible(page, { isListOpen: true });
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByLabel('Search students, classes and actions').fill('Mia');
      for (const phone of phones) await page.getByRole('option', { name: phone }).waitFor();
    }
  });
});
describe('a list of students that changes while somebody chooses from it', () => {
  it('gives the student who is marked, though another desk enrolled the one above', async () => {
    const { owner, staff } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner);
    const [first = ''] = await makeStudents(stage.app, owner, ['Ada One', 'Ada Three', 'Ada Two']);
    const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
    await hearsOthers(page);
    const field = page.getByPlaceholder('Type a name, email or phone');
    await field.fill('Ada');
    await page.getByRole('option').nth(2).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await makeRegistration(stage.app, staff, { classId, studentId: first });
    await page.getByRole('option', { name: 'Ada One' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.locator('button:focus').getByText('Enroll', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('Ada Three');
  });

  it('offers nobody else while the answer to what was typed is still to come', async () => {
    const { owner } = await stage.app.studio();
    const classId = await makeClass(stage.app, owner);
    await makeStudents(stage.app, owner, ['Ada One', 'Béa Two', 'Cleo Three']);
    const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
    const field = page.getByPlaceholder('Type a name, email or phone');
    await field.press('ArrowDown');
    await page.getByRole('option').nth(2).waitFor();
    const answer = await hold(page, '**/rpc/enrollment/available?**');
    await page.keyboard.type('bea');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('button:focus').getByText('Enroll', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('Béa Two');
    answer();
    await field.fill('cleo');
    await page.getByRole('option', { name: 'Cleo Three' }).click();
    expect(await field.inputValue()).toBe('Cleo Three');
  });

  it('leads to nobody else from the search of everything', async () => {
    const { owner } = await stage.app.studio();
    await makeStudents(stage.app, owner, ['Zoë Adagio', 'Zoë Basque']);
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await loaded(page);
    await page.keyboard.press('Control+k');
    const field = page.getByLabel('Search students, classes and actions');
    await field.fill('zoe');
    await page.getByRole('option', { name: 'Zoë Basque' }).waitFor();
    const answer = await hold(page, '**/rpc/people/students/list?**');
    await field.pressSequentially(' bas');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Zoë Basque' }).waitFor();
    answer();
  });
});

/** A roster on which one of two students is chosen. */
async function chooseAda(): Promise<{ owner: Actor; page: Page }> {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner);
  await makeStudents(stage.app, owner, ['Ada One', 'Bea Two']);
  const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
  await loaded(page);
  await page.getByPlaceholder('Type a name, email or phone').fill('Ada One');
  await page.getByRole('option', { name: 'Ada One' }).click();
  // The focus goes on by itself.
  await page.locator('button:focus').getByText('Enroll', { exact: true }).waitFor();
  return { owner, page };
}

async function enrolled(owner: Actor): Promise<number> {
  return await stage.app.database.inTenant(owner, async (db) => {
    const places = await db
      .selectFrom('classRegistrations')
      .select('id')
      .where('endedOn', 'is', null)
      .execute();
    return places.length;
  });
}
