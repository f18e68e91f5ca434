import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { makeClass } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { holdsFocus, keepToasts, loaded, useBrowser } from '#tests/support/browser.ts';

const stage = useBrowser();

describe('a form in a modal', () => {
  it('finds what forms are made of there already, so that it brings only its own fields', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.catalog.classrooms.create({ name: 'Studio A' });
    const page = await stage.open('/dashboard', { by: owner });
    const scripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => /assets\/(.+)-.{8}\.js$/.exec(name)?.[1] ?? []),
      );
    const behind = ['confirm-dialog', 'toast-region', 'form-kit'];
    await expect.poll(scripts).toEqual(expect.arrayContaining(behind));

    await page.getByRole('link', { name: 'Classrooms' }).click();
    const edit = page.getByRole('button', { name: 'Edit Studio A' });
    await edit.waitFor();
    const before = await scripts();
    await edit.click();
    await holdsFocus(page.getByRole('dialog', { name: 'Edit classroom' }));
    expect((await scripts()).filter((name) => !before.includes(name))).toEqual(['edit-item']);
  });

  it('is there as soon as its code is, like a question and a toast: the first of each waited 300 ms', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.catalog.classrooms.create({ name: 'Studio A' });
    const page = await stage.open('/dashboard/edit-profile', { by: owner });
    await page.addInitScript(() => {
      const schedule = window.setTimeout.bind(window);
      const isWait = (ms: number) => ms > 10 && ms <= 300;
      window.setTimeout = ((work: () => void, ms = 0, ...rest: never[]) =>
        isWait(ms) ? 0 : schedule(work, ms, ...rest)) as typeof window.setTimeout;
    });
    await page.goto(`${stage.url}/dashboard/manage-classrooms`);
    // Sooner than the server's next word, with which everything is drawn that waits.
    page.setDefaultTimeout(15_000);
    await page.getByRole('button', { name: 'Edit Studio A' }).click();
    await page
      .getByRole('dialog', { name: 'Edit classroom' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page.getByRole('button', { name: 'Delete Studio A' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('status').filter({ hasText: 'deleted' }).waitFor();
  });

  it('begins a payment in its first field, where Enter does not close it', async () => {
    const { owner } = await stage.app.studio();
    const { students } = await makeAttendedClass(stage.app, owner);
    const page = await stage.open(`/dashboard/student-profile/${students[0]}`, { by: owner });
    await page.getByRole('button', { name: 'Add payment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add payment' });
    await holdsFocus(dialog);
    await dialog.getByRole('combobox', { name: 'Class' }).and(page.locator(':focus')).waitFor();
  });

  it('begins in its first field, too, where its fields come later than the dialog', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.scheduling.oneOffs.create(oneOffOn(await makeStage(stage.app, owner)));
    await makeClass(stage.app, owner, { name: 'Ballet' });
    await owner.api.leads.create({ fullName: 'Mia Asks' });
    const page = await stage.open('/dashboard/manage-classes', { by: owner });
    const dialog = page.getByRole('dialog');
    const beginsIn = async (field: Locator) => {
      await field.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };

    await page.getByRole('button', { name: 'Actions for Ballet' }).click();
    await page.getByRole('menuitem', { name: 'Edit Rule' }).click();
    await beginsIn(dialog.getByRole('textbox', { name: 'Class name' }));

    await page.goto(`${stage.url}/dashboard/manage-classes?tab=one-time`);
    await page.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Edit Session' }).click();
    await beginsIn(dialog.getByRole('combobox', { name: 'Student' }));

    await page.goto(`${stage.url}/dashboard/manage-inquiries`);
    await page.getByRole('button', { name: 'Actions for Mia Asks' }).click();
    await dialog.getByText('Schedule Tryout').click();
    await beginsIn(dialog.getByRole('combobox', { name: 'Instructor' }));
  });

  it('keeps the page behind it where it is, and has none of it drawn anew', async () => {
    const { owner } = await stage.app.studio();
    for (let nth = 10; nth < 60; nth++) await owner.api.catalog.classrooms.create({ name: `Studio ${nth}` });
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    await page.getByRole('button', { name: 'Edit Studio 30' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit classroom' });
    await holdsFocus(dialog);
    const place = () => page.evaluate(() => window.scrollY);
    const before = await place();
    await page.mouse.move(20, 400);
    await page.mouse.wheel(0, 300);
    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('PageDown');

    const restyled = await elementsStyled(page, async () => {
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    });
    expect(await place()).toBe(before);
    expect(restyled).toBeGreaterThan(0);
    expect(restyled).toBeLessThan(await page.evaluate(() => document.querySelectorAll('*').length / 4));

    await page.keyboard.press('PageDown');
    await expect.poll(place).toBeGreaterThan(before);
  });

  it('asks before typed changes are lost, and closes at once when there are none', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.catalog.classrooms.create({ name: 'Studio A' });
    const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
    const edit = page.getByRole('dialog', { name: 'Edit classroom' });
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await page.getByRole('button', { name: 'Edit Studio A' }).click();
    await holdsFocus(edit);
    await page.keyboard.press('Escape');
    await edit.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Edit Studio A' }).click();
    await edit.getByLabel('Classroom name').fill('Studio B');
    await page.mouse.click(5, 5);
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => edit.getByRole('button', { name: 'Close' }).click(),
      () => edit.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await leave();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await edit.getByLabel('Classroom name').inputValue()).toBe('Studio B');
    }
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await edit.waitFor({ state: 'detached' });
  });

  it('asks on a phone before Back loses it, and no question stays above another page', async () => {
    const { owner } = await stage.app.studio();
    await owner.api.catalog.classrooms.create({ name: 'Studio A' });
    const page = await stage.open('/dashboard/manage-dance-types', { by: owner, viewport: 'phone' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Classrooms' }).click();
    await page.getByRole('button', { name: 'Edit Studio A' }).click();
    const name = page.getByRole('dialog', { name: 'Edit classroom' }).getByLabel('Classroom name');
    await name.fill('Studio B');
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    await page.waitForURL('**/manage-classrooms');
    expect(await name.inputValue()).toBe('Studio B');
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/manage-dance-types');
    await page.getByRole('heading', { level: 1, name: 'Dance Types' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.evaluate(() => history.forward());
    await page.getByRole('button', { name: 'Delete Studio A' }).click();
    await page.getByRole('dialog').getByText('Studio A disappears').waitFor();
    await page.evaluate(() => history.back());
    await page.waitForURL('**/manage-dance-types');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('pays once where the answer was lost, though it was closed and filled in again', async () => {
    const { owner } = await stage.app.studio();
    const { students } = await makeAttendedClass(stage.app, owner, { name: 'Ballet 1', daysOfWeek: [6] });
    const [studentId = ''] = students;
    const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
    let lost = 0;
    await page.route('**/rpc/payments/add', async (route) => {
      // While it is being saved nothing closes it, so that the answer is seen.
      await page.keyboard.press('Escape');
      await route.fetch();
      lost += 1;
      await route.abort('internetdisconnected');
    });
    const pay = page.getByRole('dialog', { name: 'Add payment' });
    await fillIn(page, pay);
    await pay.getByRole('button', { name: 'Add payment' }).click();
    await pay.getByText(/^Failed to add subscription: /).waitFor();
    await pay.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await pay.waitFor({ state: 'detached' });
    await page.unroute('**/rpc/payments/add');

    await fillIn(page, pay);
    await pay.getByRole('button', { name: 'Add payment' }).click();
    await page.getByText('Subscription added successfully!').waitFor();
    expect(lost).toBe(1);
    expect(await owner.api.payments.list({ studentId })).toHaveLength(1);
  });
});

it.each([
  ['manage-inquiries', 'Full name', 'Phone (optional)'],
  ['manage-instructors', 'Full name', 'Phone (optional)'],
  ['edit-profile', 'Full Name', 'Personal Phone (optional)'],
])('a form on a page asks before a link loses what was typed: %s', async (path, name, phone) => {
  const { owner } = await stage.app.studio();
  const page = await stage.open(`/dashboard/${path}`, { by: owner });
  await loaded(page);
  const dashboard = page.getByRole('link', { name: 'Dashboard', exact: true });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.getByLabel(name).first().fill('Tina Typed');
  await page.getByLabel(phone).first().fill('+1 555 0144');
  await dashboard.click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await page.getByLabel(phone).first().inputValue()).toBe('+1 555 0144');
  await page.getByLabel(phone).first().press('Enter');
  await page
    .getByRole('status')
    .filter({ hasText: /added|created|updated/ })
    .first()
    .waitFor();
  await dashboard.click();
  await page.waitForURL('**/dashboard');
});

it('shows with a failure no success of what was saved before', async () => {
  const { owner } = await stage.app.studio();
  await owner.api.catalog.classrooms.create({ name: 'Studio A' });
  const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
  const rename = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Edit ${from}` }).click();
    await page.getByRole('dialog').getByLabel('Classroom name').fill(to);
    await page.getByRole('button', { name: 'Save Changes' }).click();
  };
  await keepToasts(page);
  await rename('Studio A', 'Studio B');
  const success = page.getByRole('status').filter({ hasText: 'Studio B' });
  await success.waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.context().setOffline(true);
  await rename('Studio B', 'Studio C');
  await page.getByRole('dialog').getByText('You are offline.').waitFor();
  await success.waitFor({ state: 'detached' });
});

async function fillIn(page: Page, pay: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Add payment' }).first().click();
  await holdsFocus(pay);
  await pay.getByLabel('Class', { exact: true }).click();
  await page.getByRole('option', { name: /Ballet 1/ }).click();
  // Once a payment is known, the next one begins as a renewal.
  await pay.getByText('New class', { exact: true }).click();
  await pay.getByLabel('Amount').fill('120');
  await pay.getByLabel('Number of sessions').fill('10');
  await pay.getByLabel('Start date').fill('2026-11-01');
  await pay.getByLabel('End date').fill('2027-01-31');
  await pay.getByLabel('Paid on').fill('2026-11-20');
}

/** How many elements' styles the browser works out at once, at most, while something is done. */
async function elementsStyled(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['devtools.timeline'] });
  await work();
  const trace = JSON.parse(String(await browser?.stopTracing())) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const counts = trace.traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args.elementCount ?? 0);
  return Math.max(...counts);
}
