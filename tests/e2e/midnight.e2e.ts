import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdsFocus, loaded, useBrowser } from '#tests/support/browser.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { testToday } from '#tests/support/test-app.ts';
import { addDays } from '#shared/local-date.ts';

const stage = useBrowser();
const tomorrow = addDays(testToday, 1);

describe('a form over the studio’s midnight', () => {
  it.for([
    ['manage-students', 'Start date'],
    ['manage-classes', 'Start date'],
    ['manage-classes?tab=one-time', 'Date'],
  ] as const)(
    'begins with the new day on %s, and asks nothing about what nobody typed',
    async ([path, label]) => {
      const { owner } = await stage.app.studio();
      await makeClass(stage.app, owner);
      const page = await stage.open(`/dashboard/${path}`, { by: owner });
      await loaded(page);
      // What was not typed is not kept over a reload either.
      await page.reload();
      await loaded(page);
      const day = page.getByLabel(label, { exact: true });
      await expect.poll(() => day.inputValue()).toBe(testToday);
      await day.focus();
      await passMidnight(page);
      await expect.poll(() => day.inputValue()).toBe(tomorrow);
      await expectFocus(day);
      await leave(page);
      await page.getByRole('heading', { level: 1, name: 'Classrooms' }).waitFor();
    },
  );

  it('dates a payment and a tryout by the new day, though their windows were opened on the day before', async () => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner);
    const studentId = await makeStudent(stage.app, owner);
    await owner.api.leads.create({ fullName: 'Ana Ruiz' });
    const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
    await page.getByRole('button', { name: 'Add payment' }).click();
    const payment = page.getByRole('dialog', { name: 'Add payment' });
    expect(await payment.getByLabel('Paid on').inputValue()).toBe(testToday);
    const type = payment.getByRole('radiogroup', { name: 'Subscription type' }).getByRole('radio').first();
    await holdsFocus(payment);
    await type.focus();
    await passMidnight(page);
    await expect.poll(() => payment.getByLabel('Paid on').inputValue()).toBe(tomorrow);
    expect(await payment.getByLabel('Start date').inputValue()).toBe(tomorrow);
    await expectFocus(type);
    await choose(page, payment, 'Class');
    await payment.getByLabel('Amount').fill('120');
    await payment.getByLabel('Number of sessions').fill('10');
    await payment.getByLabel('End date').fill('2027-01-31');
    const paid = page.waitForRequest('**/rpc/payments/add');
    await payment.getByRole('button', { name: 'Add payment' }).click();
    expect((await paid).postDataJSON()).toMatchObject({ json: { paidOn: tomorrow, startDate: tomorrow } });

    const other = await stage.open('/dashboard/manage-inquiries', { by: owner });
    await other.getByRole('button', { name: /^Actions/ }).click();
    await other.getByRole('button', { name: 'Schedule Tryout' }).click();
    const tryout = other.getByRole('dialog', { name: 'Schedule Tryout' });
    expect(await tryout.getByLabel('Date', { exact: true }).inputValue()).toBe(testToday);
    await passMidnight(other);
    await expect.poll(() => tryout.getByLabel('Date', { exact: true }).inputValue()).toBe(tomorrow);
    await choose(other, tryout, 'Instructor');
    await choose(other, tryout, 'Classroom');
    await tryout.getByLabel('Start time').fill('09:00');
    await tryout.getByLabel('End time').fill('09:45');
    const booked = other.waitForRequest('**/rpc/leads/scheduleTryout');
    await tryout.getByRole('button', { name: 'Schedule Tryout' }).click();
    expect((await booked).postDataJSON()).toMatchObject({ json: { sessionDate: tomorrow } });
  });

  it('changes a class from the new day on, though it was opened on the day before', async () => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner);
    const page = await stage.open('/dashboard/manage-classes', { by: owner });
    await page.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Edit Rule' }).click();
    const rule = page.getByRole('dialog', { name: 'Edit Rule' });
    await holdsFocus(rule);
    await rule.getByLabel('Class name').fill('Renamed before midnight');
    await passMidnight(page);
    await rule.getByLabel('End time').fill('23:30');
    expect(await rule.getByLabel('Changes apply from').inputValue()).toBe(tomorrow);
  });

  it('is for an outcome once the session’s day has come', async () => {
    const { owner } = await stage.app.studio();
    const session = oneOffOn(await makeStage(stage.app, owner), { sessionDate: tomorrow });
    const { id } = await owner.api.scheduling.oneOffs.create(session);
    const page = await stage.open(`/dashboard/log-tryout/${id}`, { by: owner });
    const isChosen = (outcome: string) => page.getByRole('radio', { name: outcome }).isChecked();
    await expect.poll(() => isChosen('Cancelled')).toBe(true);
    await passMidnight(page);
    await expect.poll(() => isChosen('Completed')).toBe(true);
    await page.getByText('This session has not taken place yet.').waitFor({ state: 'detached' });
    await leave(page);
    await page.getByRole('heading', { level: 1, name: 'Classrooms' }).waitFor();
  });

  it('keeps what was typed before, with the day that stood beside it', async () => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner);
    const page = await stage.open('/dashboard/manage-classes', { by: owner });
    await loaded(page);
    await page.getByLabel('Class name').fill('Late Night Jazz');
    await passMidnight(page);
    expect(await page.getByLabel('Class name').inputValue()).toBe('Late Night Jazz');
    expect(await page.getByLabel('Start date', { exact: true }).inputValue()).toBe(testToday);
    await leave(page);
    await page.getByText('Discard changes?').waitFor();
  });
});

/** The clock of the browser and the server's answer about the day go on to the next one. */
async function passMidnight(page: Page): Promise<void> {
  // The name, which the same answer brings, tells that the page knows the day.
  await page.route('**/rpc/auth/session**', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll('Olive Owner', 'Olive Tomorrow');
    const body = text.replace(`"today":"${testToday}"`, `"today":"${tomorrow}"`);
    await route.fulfill({ response: answer, body });
  });
  await page.evaluate(() => {
    const later = Date.now() + 24 * 3_600_000;
    window.Date = new Proxy(Date, {
      construct: (date, given) => Reflect.construct(date, given.length === 0 ? [later] : given) as object,
      get: (date, name) => (name === 'now' ? () => later : (Reflect.get(date, name) as unknown)),
    });
  });
  // Once more where an answer of the day before was still on its way.
  const isKnown = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    return await page.getByText('Olive Tomorrow').count();
  };
  await expect.poll(isKnown, { interval: 500 }).toBeGreaterThan(0);
}

/** Chooses the first of what a field offers. */
async function choose(page: Page, dialog: Locator, field: string): Promise<void> {
  await dialog.getByLabel(field, { exact: true }).first().click();
  await page.getByRole('option').first().click();
}

async function expectFocus(field: Locator): Promise<void> {
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Classrooms', exact: true }).click();
}
