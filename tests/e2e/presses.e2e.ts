import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { chooseFirst, hold, holdsFocus, useBrowser } from '#tests/support/browser.ts';
import { classOn, makeStage } from '#tests/support/schedule.ts';

// What the page does between a press and its release moves the button away from under the pointer.

const stage = useBrowser();

it('lets a press that a warning meets count, and warns after it', async () => {
  const { owner } = await stage.app.studio();
  await owner.api.scheduling.classes.create(classOn(await makeStage(stage.app, owner)));
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  const form = page.getByRole('form', { name: 'New class' });
  await chooseMondays(form);
  await form.getByLabel('Start time').fill('17:00');
  const check = '**/rpc/scheduling/checkForScheduleConflict';
  const answer = await hold(page, check);
  const isAsked = page.waitForRequest(check);
  await form.getByLabel('End time').fill('18:00');
  await isAsked;
  await form.getByRole('button', { name: 'Add class' }).hover();
  await page.mouse.down();
  const isAnswered = page.waitForResponse(check);
  answer();
  await isAnswered;
  const warning = form.getByText('Ina Instructor already teaches then');
  // It would be there by then, with the button further down.
  await warning.waitFor({ timeout: 1_000 }).catch(() => {});
  await page.mouse.up();
  await form.getByText('Enter a class name.').first().waitFor();
  await warning.waitFor();
});

it.each(['mouse', 'finger'])('lets a press of a %s count that moves its own button away', async (by) => {
  const { owner } = await stage.app.studio();
  await makeStage(stage.app, owner);
  const page = await stage.open('/dashboard/manage-classes', { by: owner, viewport: 'phone' });
  const form = page.getByRole('form', { name: 'New class' });
  await form.getByLabel('Class name').fill('Ballet 1');
  await chooseMondays(form);
  const button = form.getByRole('button', { name: 'Add class' });
  await button.click();
  await form.getByText('Enter an end time.').first().waitFor();
  await form.getByLabel('Start time').fill('17:00');
  // Leaving the start time fills the end time in, and what is wrong with it goes.
  const { x, y } = await lowerPart(button);
  if (by === 'finger') await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y, { delay: 100 });
  await page.getByText('Recurring class rule successfully added!').waitFor();
  expect(await owner.api.scheduling.classes.list({})).toHaveLength(1);
});

it('takes a press back that slides off its button', async () => {
  const { owner } = await stage.app.studio();
  await makeStage(stage.app, owner);
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  const form = page.getByRole('form', { name: 'New class' });
  const { x, y } = await lowerPart(form.getByRole('button', { name: 'Add class' }));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 30);
  await page.mouse.up();
  await page.mouse.click(x, y + 30);
  expect(await form.getByText('Enter a class name.').count()).toBe(0);
});

it('takes Enter that is held down for one press', async () => {
  const { owner } = await stage.app.studio();
  await owner.api.catalog.classrooms.create({ name: 'Studio A' });
  const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
  const goOn = async () => {
    for (let repeated = 0; repeated < 5; repeated++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
  };
  const add = page.getByLabel('Classroom name');
  await add.fill('Studio B');
  await page.keyboard.down('Enter');
  await expect.poll(() => add.inputValue()).toBe('');
  await goOn();
  // The form is blank for the next one, of which nothing is wrong yet.
  expect(await page.getByText('Enter a classroom name').count()).toBe(0);

  const edit = page.getByRole('button', { name: 'Edit Studio A' });
  const dialog = page.getByRole('dialog', { name: 'Edit classroom' });
  await edit.press('Enter');
  await dialog.getByLabel('Classroom name').fill('Studio C');
  await page.keyboard.down('Enter');
  const again = page.getByRole('button', { name: 'Edit Studio C' });
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(again)).toBe(true);
  await goOn();
  expect(await page.getByRole('dialog').count()).toBe(0);
  // Pressed anew it counts.
  await page.keyboard.press('Enter');
  await dialog.waitFor();
});

it.each(['mouse', 'finger'])(
  'gives the focus back to what a %s has pressed in a browser where that gives none, as in Safari',
  async (by) => {
    const { owner } = await stage.app.studio();
    await owner.api.catalog.classrooms.create({ name: 'Studio A' });
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    if (by === 'finger') {
      await page.addInitScript(() => {
        const match = window.matchMedia.bind(window);
        window.matchMedia = (query) => match(query === '(pointer: coarse)' ? 'all' : query);
      });
      await page.reload();
    }
    await page.evaluate(() =>
      document.addEventListener('mousedown', () =>
        setTimeout(() => (document.activeElement as HTMLElement).blur()),
      ),
    );
    const press = { delay: 100 };
    const opensDialog = page.getByRole('button', { name: 'Edit Studio A' });
    await opensDialog.click(press);
    const dialog = page.getByRole('dialog', { name: 'Edit classroom' });
    await holdsFocus(dialog);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(opensDialog)).toBe(true);
    // Mantine's own menus give a finger's press nothing back.
    if (by === 'finger') return;
    const opensMenu = page.getByRole('button', { name: 'Olive Owner' });
    await opensMenu.click(press);
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(opensMenu)).toBe(true);
  },
);

async function chooseMondays(form: Locator) {
  await chooseFirst(form, ['Instructor', 'Classroom', 'Dance type']);
  // The boxes are drawn as chips and lie under their labels.
  await form.getByRole('checkbox', { name: 'Monday' }).check({ force: true });
}

function isFocused(button: Locator): Promise<boolean> {
  return button.evaluate((node) => node === document.activeElement);
}

/** Near its lower edge, in the page. */
async function lowerPart(button: Locator): Promise<{ x: number; y: number }> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height - 4 };
}
