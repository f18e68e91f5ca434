import { expect, it } from 'vitest';
import { loaded, useBrowser } from '#tests/support/browser.ts';
import { makeClass, makeClassroom, makeInstructor } from '#tests/support/factories.ts';

const stage = useBrowser();

it('lays no long name of an inquiry over the line below it on a phone', async () => {
  const { owner } = await stage.app.studio();
  await owner.api.leads.create({ fullName: 'Maximiliana Alexandrina von Hohenstaufen' });
  const page = await stage.open('/dashboard/manage-inquiries', { by: owner, viewport: 'phone' });
  await loaded(page);
  const space = await page.locator('tbody th button').evaluate((name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    const below = name.nextElementSibling?.getBoundingClientRect().top ?? 0;
    return below - words.getBoundingClientRect().bottom;
  });
  expect(space).toBeGreaterThanOrEqual(-2);
});

it('keeps the studio’s name clear of the cross of the menu', async () => {
  const { owner } = await stage.app.studio({ name: 'Northside Contemporary Dance' });
  const page = await stage.open('/dashboard', { by: owner, viewport: 'phone' });
  await loaded(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const end = await menu.getByText('Northside').evaluate((name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    return words.getBoundingClientRect().right;
  });
  const cross = await menu.getByRole('button', { name: 'Close menu' }).boundingBox();
  expect(end).toBeLessThanOrEqual(cross?.x ?? 0);
});

it('cuts off no choice whose name is one long word', async () => {
  const { owner } = await stage.app.studio();
  await makeClassroom(stage.app, owner, { name: 'Gesellschaftstanzsaal' });
  const page = await stage.open('/dashboard/daily-log', { by: owner });
  await loaded(page);
  await page.getByLabel('Classroom').locator('visible=true').first().click();
  const option = page.getByRole('option', { name: 'Gesellschaftstanzsaal' });
  await option.waitFor();
  const beyond = await option.evaluate((node) => {
    const list = node.closest('.mantine-Select-dropdown');
    return node.getBoundingClientRect().right - (list?.getBoundingClientRect().right ?? 0);
  });
  expect(beyond).toBeLessThanOrEqual(0);
});

it('counts the students after a name that is read from the right, not within it', async () => {
  const { owner } = await stage.app.studio();
  const instructorId = await makeInstructor(stage.app, owner, { fullName: 'שרה כהן' });
  await makeClass(stage.app, owner, { instructorId, daysOfWeek: [6] });
  const page = await stage.open('/dashboard/daily-log', { by: owner });
  await loaded(page);
  const line = page.getByRole('main').locator('li p').filter({ hasText: 'שרה כהן' });
  const [name = 0, count = 0] = await line.evaluate((node) =>
    ['שרה כהן', '0 students'].map((words) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.textContent?.indexOf(words) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + 1);
        return range.getBoundingClientRect().left;
      }
      return NaN;
    }),
  );
  expect(count).toBeGreaterThan(name);
});

it('says what takes access away in a red that can be read on the menu', async () => {
  const { owner } = await stage.app.studio();
  for (const theme of ['dark', 'light'] as const) {
    const page = await stage.open('/dashboard/edit-profile', { by: owner, theme });
    await loaded(page);
    await page.getByRole('button', { name: 'Actions for Staff Person' }).click();
    const item = page.getByRole('menuitem', { name: 'Remove access' });
    await item.waitFor();
    const color = await item.evaluate((node) => {
      const probe = document.createElement('i');
      probe.style.color = 'var(--st-error-text)';
      node.append(probe);
      const [own, wanted] = [node, probe].map((each) => getComputedStyle(each).color);
      probe.remove();
      return { own, wanted };
    });
    expect(color.own, theme).toBe(color.wanted);
  }
});
