import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hearsOthers, said, useBrowser } from '#tests/support/browser.ts';
import type { Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();

it('keeps an instructor’s pay that somebody did not see when they began to edit', async () => {
  const { owner, staff, instructor } = await stage.app.studio();
  const id = instructor.profileId;
  const payTerms = { paymentType: 'salary', fixedSalaryCents: 150_000 } as const;
  await owner.api.people.instructors.update({ id, version: 1, fullName: 'Ana Ruiz', payTerms });
  const page = await stage.open(`/dashboard/instructor-profile/${id}`, { by: staff });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit instructor' });
  await dialog.getByLabel('Phone (optional)').fill('555 77');
  await become(page, owner, staff, 'admin');
  await page.getByRole('heading', { name: 'Payroll', includeHidden: true }).waitFor({ state: 'attached' });
  expect(await dialog.getByLabel('Phone (optional)').inputValue()).toBe('555 77');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await owner.api.people.instructors.get({ id })).toMatchObject({ phoneNumber: '555 77', payTerms });
});

it('saves the own profile of who may no longer change the school', async () => {
  const { owner, admin } = await stage.app.studio();
  const page = await stage.open('/dashboard/edit-profile', { by: admin });
  await page.getByLabel('Personal Phone (optional)').fill('555 88');
  await become(page, owner, admin, 'staff');
  await page.getByLabel('School Name').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Personal Phone (optional)').inputValue()).toBe('555 88');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'This was changed by Olive Owner just now.' });
  await notice.waitFor();
  expect(await notice.locator('tbody tr').allTextContents()).toEqual(['Personal PhoneEmpty555 88']);
  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await said(page, 'Your profile was updated.');
  expect(await admin.api.organization.profile.get()).toMatchObject({ phoneNumber: '555 88', role: 'staff' });
});

it('shows the school as it is to who may change it by now, whatever they have typed', async () => {
  const { owner, staff } = await stage.app.studio({ name: 'Barre None' });
  const page = await stage.open('/dashboard/edit-profile', { by: staff });
  await page.getByLabel('Personal Phone (optional)').fill('555 99');
  await become(page, owner, staff, 'admin');
  await expect.poll(() => page.getByLabel('School Name').inputValue()).toBe('Barre None');
  expect(await page.getByLabel('Personal Phone (optional)').inputValue()).toBe('555 99');
});

/**
 * Gives somebody another role while they look at a page, once the server has forgotten the one they had: it
 * remembers who asked for a second.
 */
async function become(page: Page, owner: Actor, { profileId }: Actor, role: 'admin' | 'staff') {
  await hearsOthers(page);
  let asked = performance.now();
  page.on('request', () => (asked = performance.now()));
  await expect.poll(() => performance.now() - asked).toBeGreaterThan(2_000);
  const team = await owner.api.organization.team.list();
  const { version = 0 } = team.find(({ id }) => id === profileId) ?? {};
  await owner.api.organization.team.changeRole({ profileId, version, role });
}
