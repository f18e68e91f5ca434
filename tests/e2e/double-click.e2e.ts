import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { loaded, said, useBrowser } from '#tests/support/browser.ts';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { makeClass } from '#tests/support/factories.ts';
import { testToday } from '#tests/support/test-app.ts';

const stage = useBrowser();

describe('the second of a double click', () => {
  it('restores no other date, which stands there by then', async () => {
    const { owner } = await stage.app.studio();
    const { cancellations } = owner.api.scheduling;
    const classId = await makeClass(stage.app, owner, { name: 'Ballet One' });
    for (const date of ['2026-11-23', '2026-11-25']) await cancellations.create({ classId, date });
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await loaded(page);
    const latest = page.getByRole('button', { name: 'Restore Ballet One on Wed, Nov 25' });
    await press(page, latest);
    await latest.waitFor({ state: 'detached' });
    await pressAgain(page);
    await nothingComes(page);
    expect((await cancellations.list({})).items).toMatchObject([{ cancelledDate: '2026-11-23' }]);
  });

  it('sends no empty form after the one that was saved', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await loaded(page);
    const name = page.getByLabel('Classroom name');
    await name.fill('Studio A');
    await press(page, page.getByRole('button', { name: 'Add classroom' }));
    await expect.poll(() => name.inputValue()).toBe('');
    await pressAgain(page);
    await nothingComes(page);
    expect(await page.getByText('Enter a classroom name.').count()).toBe(0);
  });

  it('leaves the focus in the field that is wrong', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await loaded(page);
    await press(page, page.getByRole('button', { name: 'Add classroom' }));
    const wrong = page.getByLabel('Classroom name').and(page.locator(':focus'));
    await wrong.waitFor();
    await pressAgain(page);
    await nothingComes(page);
    expect(await wrong.count()).toBe(1);
  });

  it('neither cancels a date twice nor restores it twice', async () => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner, { name: 'Ballet One' });
    const page = await stage.open('/dashboard?view=week&date=2026-11-23', { by: owner });
    // What is closed fades, and can be pressed meanwhile.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await loaded(page);
    await page.getByRole('button', { name: /Ballet One.*Mon, Nov 23/ }).click();
    await press(page, page.getByRole('menuitem', { name: 'Cancel this date' }));
    await pressAgain(page);
    await page.getByText('The class for the selected date has been marked as cancelled.').first().waitFor();
    await nothingComes(page);
    expect(await page.getByText('was not cancelled').count()).toBe(0);

    const restored = page.waitForResponse('**/rpc/scheduling/cancellations/restore');
    await press(page, page.getByRole('button', { name: 'Undo' }));
    await restored;
    await pressAgain(page);
    await page.getByText('Ballet One on Mon, Nov 23 was restored.').waitFor();
    await nothingComes(page);
    expect(await page.getByText('was not restored').count()).toBe(0);
  });

  it('sends no second invitation, and is nobody who was quicker to change a role', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.organization.team.invite({
      fullName: 'Nell New',
      email: 'nell@barre.test',
      role: 'staff',
    });
    const page = await stage.open('/dashboard/edit-profile', { by: owner });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await loaded(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const [item, call, told] of [
      ['Send the invitation again', 'invite', 'An invitation was sent to nell@barre.test.'],
      ['Make admin', 'changeRole', 'Nell New is admin now.'],
    ] as const) {
      await page.getByRole('button', { name: 'Actions for Nell New' }).click();
      await press(page, page.getByRole('menuitem', { name: item }));
      await pressAgain(page);
      await said(page, told);
      await nothingComes(page);
      expect(asked.filter((path) => path === `/rpc/organization/team/${call}`)).toHaveLength(1);
    }
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('takes no other class out of the cart, and is told nothing after one was put in', async () => {
    const { owner } = await stage.app.studio();
    const names = ['Ballet One', 'Jazz One'];
    for (const name of names) await makeClass(stage.app, owner, { name });
    const page = await stage.open('/dashboard/manage-students', { by: owner });
    await loaded(page);
    const form = page.getByRole('form', { name: 'Add a class to the cart' });
    const removal = (name: string) => page.getByRole('button', { name: `Remove ${name} from the cart` });
    for (const name of names) {
      await form.getByRole('combobox', { name: 'Class' }).click();
      await page.getByRole('option', { name }).click();
      await form.getByLabel('Amount').fill('60');
      await form.getByLabel('Number of sessions').fill('4');
      await form.getByLabel('End date').fill('2026-12-31');
      await press(page, form.getByRole('button', { name: 'Add to cart' }));
      await removal(name).waitFor();
      await pressAgain(page);
    }
    await nothingComes(page);
    expect(await page.getByText('Please fill in all fields').count()).toBe(0);
    await press(page, removal('Ballet One'));
    await removal('Ballet One').waitFor({ state: 'detached' });
    await pressAgain(page);
    await nothingComes(page);
    expect(await removal('Jazz One').count()).toBe(1);
  });

  it('signs out no other device', async () => {
    const { owner } = await stage.app.studio();
    for (let n = 0; n < 3; n++) await stage.open('/dashboard/edit-profile', { by: owner });
    const page = await stage.open('/dashboard/edit-profile', { by: owner });
    await loaded(page);
    const devices = page.getByRole('button', { name: /^Sign out .*, used/ });
    await expect.poll(() => devices.count()).toBe(4);
    const row = await devices.first().elementHandle();
    await press(page, devices.first());
    await row?.waitForElementState('hidden');
    await pressAgain(page);
    await nothingComes(page);
    expect(await devices.count()).toBe(3);
  });

  it('is one of many quick presses where the same button stays', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard?view=week&date=2026-11-23', { by: owner });
    await loaded(page);
    await press(page, page.getByRole('button', { name: 'Next week' }));
    const date = page.getByLabel('Go to date');
    await expect.poll(() => date.inputValue()).toBe('2026-11-30');
    await pressAgain(page);
    await expect.poll(() => date.inputValue()).toBe('2026-12-07');
  });

  it('marks nobody on the sheet that opened under it', async () => {
    const { owner } = await stage.app.studio();
    const { classId } = await makeAttendedClass(stage.app, owner, { daysOfWeek: [6], students: 40 });
    const page = await stage.open('/dashboard/daily-log', { by: owner });
    await loaded(page);
    await press(page, page.getByRole('link', { name: 'Log Attendance' }));
    await page.waitForURL(`**/attendance/${classId}/${testToday}`);
    await page.getByText('40 of 40 present').waitFor();
    const row = page.getByRole('switch', { name: /Student 00/ });
    const box = await row.boundingBox();
    if (!box) throw new Error('the first student is not drawn');
    // Wherever a screen has the first button, a row or another choice may be there by then.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await pressAgain(page);
    await page.getByText('Cancelled', { exact: true }).hover();
    await pressAgain(page);
    await nothingComes(page);
    await page.getByText('40 of 40 present').waitFor();
    // A row that is pressed twice itself is switched twice.
    await row.dblclick();
    await page.getByText('40 of 40 present').waitFor();
    await row.click();
    await page.getByText('39 of 40 present').waitFor();
  });
});

/** Presses once, the pointer stays. */
async function press(page: Page, button: Locator) {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('what is to be pressed is not drawn');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Presses where the pointer is, as the second click of a double one. */
async function pressAgain(page: Page) {
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

async function nothingComes(page: Page) {
  await page.waitForTimeout(700);
}
