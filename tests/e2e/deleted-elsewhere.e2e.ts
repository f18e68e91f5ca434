import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { said, useBrowser } from '#tests/support/browser.ts';
import { makeClassroom, makeStudent } from '#tests/support/factories.ts';

const stage = useBrowser();

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

/** Confirms a question of which the answer gets lost, though what was asked is done. */
async function confirmUnheard(page: Page, label: string, call: string): Promise<void> {
  await page.route(call, async (route) => {
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await page.getByRole('button', { name: label }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.unroute(call);
}
