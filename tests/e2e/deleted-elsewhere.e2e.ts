import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import {
  expectAccessible,
  hearsOthers,
  hold,
  loaded,
  loseAnswer,
  said,
  useBrowser,
} from '#tests/support/browser.ts';
import { makeClass, makeClassroom, makeDanceType, makeStudent } from '#tests/support/factories.ts';

const stage = useBrowser();
const isGone = 'Student profile not found.';

describe('what was deleted though its answer got lost is said to be deleted when asked for again', () => {
  it('of a classroom', async () => {
    const { owner } = await stage.app.studio();
    await makeClassroom(stage.app, owner, { name: 'Studio A' });
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await page.getByRole('button', { name: 'Delete Studio A' }).click();
    await confirmUnheard(page, 'Delete classroom', '**/rpc/catalog/classrooms/delete');
    await page.getByRole('button', { name: 'Delete classroom' }).click();
    await said(page, 'Studio A was deleted.');
    await page.getByText('No classrooms added yet').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('of a student, whose profile is left', async () => {
    const { owner } = await stage.app.studio();
    const id = await makeStudent(stage.app, owner);
    const page = await stage.open(`/dashboard/student-profile/${id}`, { by: owner });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirmUnheard(page, 'Delete student', '**/rpc/enrollment/deleteStudent');
    await page.getByRole('button', { name: 'Delete student' }).click();
    await said(page, 'User successfully deleted.');
    await page.getByRole('heading', { level: 1, name: 'Manage Students' }).waitFor();
  });
});

describe('a deletion whose page was left while it was on its way', () => {
  it('answers no other question, and a refusal is told where one is by then', async () => {
    const { owner } = await stage.app.studio();
    await makeClassroom(stage.app, owner, { name: 'Studio A' });
    await makeClass(stage.app, owner, {
      roomId: await makeClassroom(stage.app, owner, { name: 'Studio B' }),
    });
    await makeDanceType(stage.app, owner, { name: 'Ballet' });
    const page = await stage.open('/dashboard/manage-dance-types', { by: owner });
    await page.getByRole('navigation').getByRole('link', { name: 'Classrooms' }).click();
    const answer = await deleteSlowly(page, 'Studio A');
    await page.goBack();
    await page.getByRole('button', { name: 'Delete Ballet' }).click();
    const other = page.getByRole('dialog', { name: 'Are you sure you want to delete this dance type?' });
    await other.waitFor();
    answer();
    await page.getByText('Studio A was deleted.').waitFor();
    await expectAccessible(page);
    await other.getByRole('button', { name: 'Keep it' }).click();

    await page.goForward();
    const refuse = await deleteSlowly(page, 'Studio B');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'MANAGE DANCE TYPES' }).waitFor();
    refuse();
    await page.getByText('Studio B is used by 1 class.').waitFor();
  });

  it('leads nobody away from where they are by then', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeAttendedClass(stage.app, owner, { name: 'Ballet 1', students: 1 });
    const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
    await page.getByRole('link', { name: 'Student 00' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const answer = await hold(page, '**/rpc/enrollment/deleteStudent');
    await page.getByRole('button', { name: 'Delete student' }).click();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Ballet 1' }).waitFor();
    answer();
    await said(page, 'User successfully deleted.');
    await page.getByText('No students enrolled yet').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/class-roster/${classId}`);
  });
});

describe('a page whose subject somebody else deletes', () => {
  it('offers nothing of a student any more, once what is typed there is let go of', async () => {
    const { owner } = await stage.app.studio();
    const id = await makeStudent(stage.app, owner, { fullName: 'Ana Ruiz' });
    const page = await stage.open(`/dashboard/student-profile/${id}`, { by: owner });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('Full name');
    await name.fill('Ana Ruiz Vega');
    await hearsOthers(page);
    const notFound = page.waitForResponse((answer) => answer.status() === 404);
    await owner.api.enrollment.deleteStudent({ id });
    await notFound;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await name.inputValue()).toBe('Ana Ruiz Vega');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText(isGone).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Student profile' }).waitFor();
    for (const button of ['Edit', 'Delete', 'Add payment'])
      expect(await page.getByRole('button', { name: button }).count()).toBe(0);
    await expectAccessible(page);
  });

  it('is not found, be it a class', async () => {
    const { owner } = await stage.app.studio();
    const id = await makeClass(stage.app, owner, { name: 'Ballet 1' });
    const page = await stage.open(`/dashboard/class-roster/${id}`, { by: owner });
    await page.getByRole('heading', { level: 1, name: 'Ballet 1' }).waitFor();
    await hearsOthers(page);
    await owner.api.scheduling.classes.delete({ id });
    await page.getByText('Could not find class details for this ID.').waitFor();
    expect(await page.getByRole('button', { name: 'Enroll' }).count()).toBe(0);
  });

  it('is never said to be missing where one deletes it oneself', async () => {
    const { owner } = await stage.app.studio();
    const id = await makeStudent(stage.app, owner, { fullName: 'Ana Ruiz' });
    const page = await stage.open(`/dashboard/student-profile/${id}`, { by: owner });
    await loaded(page);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await hearsOthers(page);
    const statuses: number[] = [];
    page.on('response', (answer) => void statuses.push(answer.status()));
    // The list that is led to comes late, over a slow line.
    await page.route('**/*', async (route) => {
      if (!route.request().url().includes('/rpc/')) await page.waitForTimeout(1_000);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Delete student' }).click();
    await said(page, 'User successfully deleted.');
    expect(statuses).not.toContain(404);
  });
});

/** Confirms a question of which the answer gets lost, though what was asked is done. */
async function confirmUnheard(page: Page, label: string, call: string): Promise<void> {
  await page.route(call, loseAnswer);
  await page.getByRole('button', { name: label }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.unroute(call);
}

/** Confirms the deletion of a classroom, which is asked for only when the function it gives is called. */
async function deleteSlowly(page: Page, room: string): Promise<() => void> {
  await page.getByRole('button', { name: `Delete ${room}` }).click();
  const release = await hold(page, '**/rpc/catalog/classrooms/delete');
  await page.getByRole('button', { name: 'Delete classroom' }).click();
  return release;
}
