import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { chooseFirst, hold, loaded, said, useBrowser } from '#tests/support/browser.ts';
import { makeClass, makeDanceType, makeStudent } from '#tests/support/factories.ts';
import { makeStage } from '#tests/support/schedule.ts';

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

  it('leads by a link to the search one came from where a browser does not tell of that, as Safari before 26.2', async () => {
    const { owner } = await stage.app.studio();
    await makeStudent(stage.app, owner, { fullName: 'Zoe Arabesque' });
    const page = await stage.open('/dashboard/manage-students?q=zoe', { by: owner });
    await page.addInitScript(() => void Reflect.deleteProperty(window, 'navigation'));
    await page.reload();
    await page.getByRole('link', { name: 'Zoe Arabesque' }).click();
    await page.getByRole('link', { name: 'Back to Students' }).click();
    await page.getByRole('link', { name: 'Zoe Arabesque' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=zoe');
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

describe('going back while a save is on its way', () => {
  it('asks until it is saved, and every step after it leads one page back', async () => {
    const { owner } = await stage.app.studio();
    await makeAttendedClass(stage.app, owner, { daysOfWeek: [6] });
    const page = await stage.open('/dashboard/daily-log', { by: owner });
    await page.getByRole('link', { name: 'Log Attendance' }).click();
    await page.getByRole('switch', { name: /Student 01/ }).click();
    const answer = await hold(page, '**/rpc/attendance/save');
    await page.getByRole('button', { name: 'Save Attendance' }).click();
    await goBack(page);
    await discardQuestion(page).waitFor();
    answer();
    await said(page, 'Attendance log successfully saved!');
    await page.getByRole('heading', { level: 1, name: 'All Classes' }).waitFor();
    await discardQuestion(page).waitFor({ state: 'detached' });
    await goBack(page);
    await page.getByRole('heading', { level: 1, name: 'DAILY SCHEDULE LOG' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/daily-log');
  });

  it('leads there once a form that stays is saved, which leaves nothing to discard', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await page.getByRole('link', { name: 'Inquiries' }).click();
    await page.getByLabel('Full name').fill('Lena Lead');
    const answer = await hold(page, '**/rpc/leads/create');
    await page.getByLabel('Full name').press('Enter');
    await goBack(page);
    await discardQuestion(page).waitFor();
    answer();
    await said(page, 'Lena Lead was added.');
    await discardQuestion(page).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/cancellations');
    await page.evaluate(() => history.forward());
    await page.getByRole('heading', { level: 1, name: 'Inquiries' }).waitFor();
    expect(await page.getByLabel('Full name').inputValue()).toBe('');
  });

  it('leads nowhere where the save has a question of its own, and asks again', async () => {
    const { owner } = await stage.app.studio();
    await makeStage(stage.app, owner);
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await page.getByRole('link', { name: 'Classes', exact: true }).click();
    const form = page.getByRole('form', { name: 'New class' });
    await form.getByLabel('Class name').fill('Ballet 1');
    await chooseFirst(form, ['Instructor', 'Classroom', 'Dance type']);
    await form.getByRole('checkbox', { name: 'Monday' }).check({ force: true });
    await form.getByLabel('Start time').fill('10:00');
    await form.getByLabel('End time').fill('11:00');
    const refusal = { defined: true, code: 'ROOM_BUSY', status: 409, message: 'Taken.' };
    const answer = await hold(page, '**/rpc/scheduling/classes/create', (route) =>
      route.fulfill({ status: 409, json: { json: { ...refusal, data: { clashes: [] } } } }),
    );
    await form.getByRole('button', { name: 'Add class' }).click();
    await goBack(page);
    await discardQuestion(page).waitFor();
    answer();
    const warning = page.getByRole('dialog', { name: /^Scheduling Warning/ });
    await warning.waitFor();
    await page.waitForURL('**/manage-classes');
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await warning.waitFor({ state: 'detached' });
    await goBack(page);
    await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
  });
});

it('asks once who goes back twice, and leads back to what was typed', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/cancellations', { by: owner });
  await page.getByRole('link', { name: 'Classrooms' }).click();
  await page.getByRole('heading', { level: 1, name: 'Manage Classrooms' }).waitFor();
  await page.getByRole('link', { name: 'Inquiries' }).click();
  await page.getByLabel('Full name').fill('Lena Lead');
  for (const answer of ['Keep editing', 'Discard changes']) {
    await goBack(page);
    await page.waitForURL('**/manage-classrooms');
    await goBack(page);
    await page.waitForURL('**/cancellations');
    await discardQuestion(page).getByRole('button', { name: answer }).click();
    await discardQuestion(page).waitFor({ state: 'detached' });
    if (answer === 'Discard changes') continue;
    await page.waitForURL('**/manage-inquiries');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Lena Lead');
  }
  await page.getByRole('heading', { level: 1, name: 'Cancel' }).waitFor();
});

/** Not by the browser's own call, which waits for a page that does not come. */
function goBack(page: Page): Promise<void> {
  return page.evaluate(() => history.back());
}

function discardQuestion(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Discard changes?' });
}

async function scrollTo(page: Page, top: number): Promise<number> {
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, top);
  await expect.poll(() => placeOf(page)).toBe(top);
  return top;
}

function placeOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}
