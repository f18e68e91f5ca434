import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, loaded, useBrowser } from '#tests/support/browser.ts';
import { endSession, signInAgain } from '#tests/support/ended-session.ts';

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

  it('says below its form whom to write to, as the user menu does', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/login');
    for (const view of ['Send a magic link email', 'Sign in']) {
      const support = page.getByRole('link', { name: 'Contact support' });
      expect(await support.getAttribute('href')).toBe('mailto:hello@barre.example');
      await page.getByRole('link', { name: view }).click();
      await page.getByRole('link', { name: view }).waitFor({ state: 'detached' });
    }
    await expectAccessible(page);
    const home = await stage.open('/dashboard', { by: owner });
    await home.getByRole('button', { name: 'Olive Owner' }).click();
    const item = home.getByRole('menuitem', { name: 'Contact support' });
    expect(await item.getAttribute('href')).toBe('mailto:hello@barre.example');
    await expectAccessible(home, { isListOpen: true });
  });

  it('says before anybody signs in that a browser without cookies keeps nobody signed in', async () => {
    const page = await stage.open('/login');
    const words = page.getByText('This browser blocks cookies, so nobody can stay signed in.');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await words.count()).toBe(0);
    await page.addInitScript(() =>
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }),
    );
    await page.goto(`${stage.url}/login?ended=yes`);
    await words.waitFor();
    await expectAccessible(page);
  });

  it('gives back the class being typed when the session ended, to who typed it', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-classes', { by: owner });
    await page.getByLabel('Class name').fill('Half a class');
    await endSession(stage, page, owner);
    await signInAgain(stage, page, owner);
    await page.goto(`${stage.url}/dashboard/manage-classes`);
    await expect.poll(() => page.getByLabel('Class name').inputValue()).toBe('Half a class');
  });

  it('saves nothing for who signed in by another tab with what somebody else typed', async () => {
    const { owner } = await stage.app.studio();
    const { admin } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-dance-types', { by: owner });
    await page.getByLabel('Dance type name').fill('Tap');
    const other = await stage.open('/dashboard/color-palette', { by: admin });
    await page.context().addCookies(await other.context().cookies());
    await page.getByRole('button', { name: 'Add Dance Type' }).click();
    await page.getByRole('button', { name: 'Admin Person' }).waitFor();
    for (const actor of [owner, admin])
      expect((await actor.api.catalog.danceTypes.list()).map(({ name }) => name)).not.toContain('Tap');
  });

  it('is where every tab of a browser goes as soon as one of them logs out', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/color-palette', { by: owner });
    const other = await openSilentTab(page, '/dashboard/manage-classes');
    await page.getByRole('button', { name: 'Olive Owner' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await other.waitForURL('**/login?next=%2Fdashboard%2Fmanage-classes&ended=yes');
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('is left by every tab of a browser as soon as somebody signs in by one of them', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/login');
    const [waiting, letter, reset] = await Promise.all([1, 2, 3].map(() => page.context().newPage()));
    if (!waiting || !letter || !reset) throw new Error('no tabs');
    await waiting.goto(`${stage.url}/dashboard/manage-classes`);
    await waiting.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await letter.goto(`${stage.url}/login?view=magic_link`);
    await letter.getByRole('heading', { name: 'Sign in by email' }).waitFor();
    await reset.goto(`${stage.url}/login?view=update_password`);
    await reset.getByRole('heading').first().waitFor();
    const signedIn = await stage.open('/dashboard/color-palette', { by: owner });
    await page.context().addCookies(await signedIn.context().cookies());
    await page.goto(`${stage.url}/dashboard`);
    await waiting.waitForURL('**/dashboard/manage-classes');
    await waiting.getByRole('button', { name: 'Olive Owner' }).waitFor();
    await letter.waitForURL('**/dashboard');
    expect(new URL(reset.url()).pathname, 'a new password is set by whoever signed in meanwhile, too').toBe(
      '/login',
    );
  });

  it('hands every tab of a browser to who signs in by one of them, and nothing of who had them', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/color-palette', { by: owner });
    const other = await openSilentTab(page, '/dashboard/manage-classes');
    await other.getByLabel('Class name').fill('Half a class');
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(`${stage.url}/login?view=sign_up`);
    await page.getByLabel('Your name').fill('Ben Newcomer');
    await page.getByLabel('Studio name').fill('Second Steps School');
    await page.getByLabel('Email').fill('ben@barre.test');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await other.getByRole('button', { name: 'Ben Newcomer' }).waitFor();
    expect(await other.getByRole('button', { name: 'Olive Owner' }).count()).toBe(0);
    expect(await other.getByLabel('Class name').inputValue()).toBe('');
  });

  it('is where every page of the dashboard leads a visitor', async () => {
    const page = await stage.open('/dashboard/manage-classrooms');
    await page.waitForURL('**/login**');
    expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard/manage-classrooms');
  });

  it('is as dark for who was led there as for who asked for it', async () => {
    const page = await stage.open('/dashboard/insights', { theme: 'light' });
    await page.waitForURL('**/login**');
    await expectAccessible(page);
  });

  it('is where an address that does not exist leads, also one that begins like one that does', async () => {
    for (const path of ['/nowhere', '/lively', '/mailboxes', '/dashboard-of-old']) {
      const page = await stage.open(path);
      await page.waitForURL('**/login**');
      expect(await (await fetch(stage.url + path)).text()).toContain('Loading Application...');
    }
    const { owner } = await stage.app.studio();
    const page = await stage.open('/metrically', { by: owner });
    await page.waitForURL('**/dashboard');
  });
});

/** Another tab of the same browser, which hears nothing from the server by itself. */
async function openSilentTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.route('**/live', () => {});
  // The last it asks for by itself.
  const kept = tab.waitForResponse('**/rpc/attendance/dailyLog**');
  await tab.goto(stage.url + path);
  await loaded(tab);
  await kept;
  return tab;
}
