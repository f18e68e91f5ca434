import { expect, it } from 'vitest';
import { expectAccessible, useBrowser } from '#tests/support/browser.ts';
import { classOn, makeStage } from '#tests/support/schedule.ts';

const stage = useBrowser();

it('changes a class from a day on, and what took place before stays as it was', async () => {
  const { owner } = await stage.app.studio();
  const { id } = await owner.api.scheduling.classes.create(classOn(await makeStage(stage.app, owner)));
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  await page.getByRole('button', { name: 'Actions for Ballet 1' }).click();
  await page.getByRole('menuitem', { name: 'Edit Rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Rule' });
  await dialog.getByLabel('Start time').waitFor();
  const appliesFrom = dialog.getByLabel('Changes apply from');
  expect(await appliesFrom.count()).toBe(0);

  await dialog.getByLabel('Start time').fill('17:30');
  await dialog.getByLabel('End time').fill('18:30');
  expect(await appliesFrom.inputValue()).toBe('2026-11-21');
  await expectAccessible(page);
  await appliesFrom.fill('2026-12-24');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('Choose tomorrow at the latest.').first().waitFor();
  await appliesFrom.fill('2026-11-17');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'detached' });

  const week = await owner.api.scheduling.calendar({ start: '2026-11-16', end: '2026-11-18' });
  expect(week.map(({ id: of, date, startTime }) => [of, date, startTime])).toEqual([
    [id, '2026-11-16', '17:00'],
    [id, '2026-11-18', '17:30'],
  ]);
});
