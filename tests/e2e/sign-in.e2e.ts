import { describe, expect, it } from 'vitest';
import { expectAccessible, useBrowser } from '#tests/support/browser.ts';

const stage = useBrowser();

describe('the sign-in page', () => {
  it('opens a studio, lets its owner out and in again', async () => {
    const page = await stage.open('/login?view=sign_up');
    await page.getByLabel('Your name').fill('Nora Newcomer');
    await page.getByLabel('Studio name').fill('First Steps School');
    await page.getByLabel('Email').fill('nora@barre.test');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Nora Newcomer' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/login**');
    await page.getByLabel('Email').fill('nora@barre.test');
    await page.getByLabel('Password', { exact: true }).fill('wrong horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('is where every page of the dashboard leads a visitor', async () => {
    const page = await stage.open('/dashboard/manage-classrooms');
    await page.waitForURL('**/login**');
    expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard/manage-classrooms');
  });
});
