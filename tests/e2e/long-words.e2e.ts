import { expect, it } from 'vitest';
import { loaded, useBrowser } from '#tests/support/browser.ts';
import { makeEverything } from '#tests/support/everything.ts';
import { makeClass, makeClassroom, makeInstructor } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { listScreens } from '#tests/support/screens.ts';

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

it('keeps choices, times and addresses within their cards on the narrowest phone', async () => {
  const { owner } = await stage.app.studio();
  await makeEverything(stage.app, owner);
  const classId = await makeClass(stage.app, owner, {
    startTime: '11:30',
    endTime: '12:30',
    daysOfWeek: [6],
  });
  await owner.api.scheduling.cancellations.create({ classId, date: '2026-11-28' });
  const { id: inquiryId } = await owner.api.leads.create({ fullName: 'Ben Tendu' });
  const booking = oneOffOn(await makeStage(stage.app, owner), { sessionType: 'Tryout', inquiryId });
  await owner.api.scheduling.oneOffs.create(booking);
  const screens = new Map(await listScreens(stage.app.database, owner));
  const page = await stage.open('/dashboard', { by: owner, viewport: 'phone' });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const screen of ['log-tryout', 'your-data', 'cancellations']) {
    await page.goto(`${stage.url}${screens.get(screen)}`);
    await loaded(page);
    expect(await page.evaluate(liesOverPadding), screen).toEqual([]);
  }
});

/** What is wider than the room its frame has for it. */
function liesOverPadding(): string[] {
  return [
    ...document.querySelectorAll('main :is(form, section, td, .mantine-SegmentedControl-root, td span)'),
  ]
    .filter((part) => {
      const frame = part.parentElement;
      if (!frame || !part.checkVisibility() || getComputedStyle(part).display === 'inline') return false;
      const { paddingRight, borderRightWidth } = getComputedStyle(frame);
      const space = parseFloat(paddingRight) + parseFloat(borderRightWidth);
      return part.getBoundingClientRect().right > frame.getBoundingClientRect().right - space + 1.5;
    })
    .map(({ textContent }) => textContent);
}
