import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { loaded, useBrowser } from '#tests/support/browser.ts';
import { makeClass, makeDanceType, makeStudent } from '#tests/support/factories.ts';

const stage = useBrowser();

describe('going back', () => {
  it('leads to the student one opened, in the same place of the same search', async () => {
    const { owner } = await stage.app.studio();
    for (let nth = 10; nth < 60; nth++) await makeStudent(stage.app, owner, { fullName: `Zoe ${nth}` });
    await makeClass(stage.app, owner);
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    await loaded(page);
    await page.getByLabel('Search students').fill('zoe');
    await page.waitForURL('**?q=zoe');
    await loaded(page);

    const link = page.getByRole('link', { name: 'Zoe 20' });
    const place = await scrollTo(page, 900);
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Zoe 20' }).waitFor();
    await page.goBack();
    await link.waitFor();
    await expect.poll(() => placeOf(page)).toBe(place);

    await link.click();
    await page.getByRole('link', { name: 'Back to Students' }).click();
    await link.waitFor();
    expect(new URL(page.url()).search).toBe('?q=zoe');
    await expect.poll(() => placeOf(page)).toBe(place);
  });

  it('leads to the class whose roster one opened', async () => {
    const { owner } = await stage.app.studio();
    const danceTypeId = await makeDanceType(stage.app, owner);
    for (let nth = 10; nth < 34; nth++)
      await makeClass(stage.app, owner, { name: `Ballet ${nth}`, danceTypeId });
    const page = await stage.open('/dashboard', { by: owner });
    await loaded(page);

    const place = await scrollTo(page, 1_500);
    const menu = page.getByRole('button', { name: 'Actions for Ballet 28' });
    const back = page.getByRole('link', { name: 'Back to Schedule' });
    for (const goBack of [() => page.goBack(), () => back.click()]) {
      await menu.click();
      await page.getByRole('menuitem', { name: 'View Students' }).click();
      await page.getByRole('heading', { level: 1, name: 'Ballet 28' }).waitFor();
      await goBack();
      await menu.waitFor();
      await expect.poll(() => placeOf(page)).toBe(place);
    }
  });
});

async function scrollTo(page: Page, top: number): Promise<number> {
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, top);
  await expect.poll(() => placeOf(page)).toBe(top);
  return top;
}

function placeOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}
