import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { hold, holdsFocus, loaded, useBrowser } from '#tests/support/browser.ts';
import { makeClass, makeInstructor } from '#tests/support/factories.ts';
import type { Actor } from '#tests/support/test-app.ts';

const stage = useBrowser();

describe('where the browser takes our colours', () => {
  it('what is chosen still looks different from what is not', async () => {
    const { owner } = await stage.app.studio();
    await makeAttendedClass(stage.app, owner);
    await owner.api.leads.create({ fullName: 'Ana Asked' });
    const page = await open('/dashboard', owner);
    const link = page.getByRole('link', { name: 'Insights' });
    const view = page.getByRole('link', { name: 'Week', exact: true });
    await expectNews(page, view, () => view.click());
    await expectNews(page, link, () => link.click());
    const period = page.getByRole('button', { name: 'Last month' });
    await expectNews(page, period, () => period.click());

    await visit(page, '/dashboard/manage-classes');
    const tab = page.getByRole('tab', { name: 'One-Time Classes' });
    await expectNews(page, tab, () => tab.click());
    await visit(page, '/dashboard/manage-classes');
    const day = page.locator('label').filter({ hasText: 'Mon' });
    await expectNews(page, day, () => day.click());
    const type = page.locator('label').filter({ hasText: 'Private' });
    await expectNews(page, type, () => type.click());

    await visit(page, '/dashboard/manage-inquiries');
    const board = page.locator('label').filter({ hasText: 'By status' });
    await expectNews(page, board, () => board.click());

    await visit(page, '/dashboard/edit-profile');
    const track = page.locator('.mantine-Switch-track');
    await expectSeen(track);
    await expectNews(page, track, () => track.click());
  });

  it('what the keys have marked in a list looks different from the rest', async () => {
    const { owner } = await stage.app.studio();
    for (const fullName of ['Ida One', 'Ida Two']) await makeInstructor(stage.app, owner, { fullName });
    await owner.api.leads.create({ fullName: 'Ana Asked' });
    const page = await open('/dashboard/manage-classes', owner);
    await page.getByLabel('Instructor', { exact: true }).first().focus();
    await page.keyboard.press('ArrowDown');
    const option = page.getByRole('option', { name: 'Ida Two' });
    await expectNews(page, option, () => page.keyboard.press('ArrowDown'));
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await holdsFocus(palette);
    await page.keyboard.type('ida');
    const second = palette.getByRole('option').filter({ hasText: 'Ida Two' });
    await second.waitFor();
    await expectNews(page, second, () => page.keyboard.press('ArrowDown'));

    await visit(page, '/dashboard/manage-inquiries');
    await page.getByRole('button', { name: /change the status of Ana/ }).press('Enter');
    await holdsFocus(page.getByRole('menu'));
    const entry = page.getByRole('menuitem', { name: 'Contacted' });
    await expectNews(page, entry, () => page.keyboard.press('ArrowDown'));
  });

  it('the focus is seen on what is chosen, too', async () => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner);
    const page = await open('/dashboard/manage-classes', owner);
    const tab = page.getByRole('tablist');
    await expectNews(page, tab, () => page.getByRole('tab', { name: 'Recurring Classes' }).focus());
    await visit(page, '/dashboard/manage-inquiries');
    const board = page.getByRole('radiogroup').first();
    await expectNews(page, board, () => page.getByRole('radio', { name: 'Table' }).focus());
    await visit(page, '/dashboard/insights');
    const period = page.getByRole('group', { name: 'Usual periods' });
    await expectNews(page, period, () => page.getByRole('button', { name: 'This month' }).focus());
  });

  it('what is still loading, and a button of the sign-in page, have an edge', async () => {
    const { owner } = await stage.app.studio();
    const page = await open('/dashboard/cancellations', owner);
    const release = await hold(page, '**/rpc/**');
    await page.getByRole('link', { name: 'Students' }).click();
    await page.locator('[aria-busy="true"]').first().waitFor();
    await expectSeen(page.locator('.mantine-Skeleton-root').first());
    release();

    const visitor = await open('/login');
    const button = visitor.getByRole('button', { name: 'Sign in' });
    await visitor.addStyleTag({ content: 'button { font-size: 0 !important }' });
    await expectSeen(button);
  });
});

async function open(path: string, by?: Actor): Promise<Page> {
  const page = await stage.open(path, by ? { by } : {});
  await page.emulateMedia({ forcedColors: 'active' });
  await loaded(page);
  return page;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(stage.url + path);
  await loaded(page);
}

/** Expects a part of a screen to look different after something is done. */
async function expectNews(page: Page, part: Locator, act: () => Promise<unknown>): Promise<void> {
  const before = await picture(page, part);
  await act();
  await expect.poll(async () => (await picture(page, part)).equals(before)).toBe(false);
}

/** Expects a part of a screen to be drawn at all. */
async function expectSeen(part: Locator): Promise<void> {
  const shown = await part.screenshot();
  await part.evaluate((node) => (node.style.opacity = '0'));
  const hidden = await part.screenshot();
  await part.evaluate((node) => (node.style.opacity = ''));
  expect(shown.equals(hidden), String(part)).toBe(false);
}

/** Without what only a pointer over it changes. */
async function picture(page: Page, part: Locator): Promise<Buffer> {
  await page.mouse.move(0, 0);
  return await part.screenshot();
}
