import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, hearsOthers, holdsFocus, loseAnswer, useBrowser } from '#tests/support/browser.ts';
import { makeAttendance, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass } from '#tests/support/factories.ts';

const stage = useBrowser();

it('is a renewal of the class it is for, starts today or with its class, and has a day it was paid', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet' });
  await makeClass(stage.app, owner, { name: 'Jazz', sessionStartDate: '2027-01-11' });
  const gone = await makeClass(stage.app, owner, { name: 'Tango' });
  const { studentId } = await makeSubscription(stage.app, owner, {
    classId,
    subscriptionType: 'session_based',
    numberOfSessions: 1,
    startDate: '2026-11-01',
    endDate: '2027-04-30',
  });
  await makeAttendance(stage.app, owner, { classId, date: '2026-11-16', present: [studentId] });
  await makeSubscription(stage.app, owner, { studentId, classId: gone });
  await owner.api.scheduling.classes.delete({ id: gone });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  const dialog = page.getByRole('dialog', { name: 'Add payment' });

  await page.getByRole('button', { name: 'Add payment' }).click();
  const starts = (day: string) => expect.poll(() => dialog.getByLabel('Start date').inputValue()).toBe(day);
  await choose(page, dialog, 'Ballet');
  await expectChosen(dialog, 'Renewal');
  await starts('2026-11-21');
  await choose(page, dialog, 'Jazz');
  await expectChosen(dialog, 'New class');
  await starts('2027-01-11');
  await dialog.getByText('Renewal', { exact: true }).click();
  await choose(page, dialog, 'Ballet');
  await starts('2026-11-21');
  await dialog.getByLabel('Start date').fill('2026-12-01');
  await choose(page, dialog, 'Jazz');
  await expectChosen(dialog, 'Renewal');
  await starts('2026-12-01');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });

  await act(page, 'Ballet', 'Renew');
  await starts('2026-11-21');
  await expect.poll(() => dialog.getByLabel('End date').inputValue()).toBe('2027-05-20');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  await act(page, 'Tango', 'Renew');
  expect(await classField(dialog).inputValue()).toBe('');
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await dialog.getByText('Choose a class.').first().waitFor();
  await expectAccessible(page);
  await choose(page, dialog, 'Jazz');
  await expectChosen(dialog, 'New class');
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await page.getByText('Subscription added successfully!').waitFor();

  await act(page, 'Jazz', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit payment' });
  await edit.getByLabel('Paid on').fill('');
  await edit.getByRole('button', { name: /^Save/ }).click();
  await edit.getByText('Enter the day it was paid.').first().waitFor();
});

it('follows the class while a keyboard only passes what it is for', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet' });
  await makeClass(stage.app, owner, { name: 'Jazz' });
  const { studentId } = await makeSubscription(stage.app, owner, { classId });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  const dialog = page.getByRole('dialog', { name: 'Add payment' });
  await page.getByRole('button', { name: 'Add payment' }).click();
  await choose(page, dialog, 'Jazz');
  await expectChosen(dialog, 'New class');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await choose(page, dialog, 'Ballet');
  await expectChosen(dialog, 'Renewal');
  await dialog.getByRole('radio', { name: 'Renewal' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expectChosen(dialog, 'New class');
  await choose(page, dialog, 'Ballet');
  await expectChosen(dialog, 'New class');
});

it('warns where moving it to another class gives sessions back that were used', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet' });
  await makeClass(stage.app, owner, { name: 'Jazz' });
  const { studentId } = await makeSubscription(stage.app, owner, {
    classId,
    subscriptionType: 'session_based',
    numberOfSessions: 5,
  });
  await makeAttendance(stage.app, owner, { classId, date: '2026-11-16', present: [studentId] });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  await act(page, 'Ballet', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit payment' });
  const warning = edit.getByText('1 of 5 was used in Ballet and will not count in another class.');
  await choose(page, edit, 'Jazz');
  await warning.waitFor();
  await expectAccessible(page);
  await choose(page, edit, 'Ballet');
  await warning.waitFor({ state: 'detached' });
});

it('says that it stays in the revenue while it is cancelled and has an amount', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet' });
  const { studentId } = await makeSubscription(stage.app, owner, { classId });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  await act(page, 'Ballet', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit payment' });
  const notice = edit.getByText('A cancelled payment stays in the revenue.');
  await edit.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  await notice.waitFor();
  await expectAccessible(page);
  await edit.getByLabel('Amount').fill('0');
  await notice.waitFor({ state: 'detached' });
});

it('is recorded once where the answer was lost, also a renewal nothing was changed in', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet' });
  const { studentId } = await makeSubscription(stage.app, owner, { classId });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  const dialog = page.getByRole('dialog', { name: 'Add payment' });
  const add = dialog.getByRole('button', { name: 'Add payment' });
  await act(page, 'Ballet', 'Renew');
  const start = await dialog.getByLabel('Start date').inputValue();
  await page.route('**/rpc/payments/add', loseAnswer);
  await hearsOthers(page);
  await add.click();
  await dialog.getByRole('alert').waitFor();
  // The list behind it knows of the payment by now.
  await expect
    .poll(() => page.getByRole('button', { name: /payment for Ballet/, includeHidden: true }).count())
    .toBe(2);
  expect(await dialog.getByLabel('Start date').inputValue()).toBe(start);
  await dialog.getByRole('alert').waitFor();
  await page.unroute('**/rpc/payments/add');
  await add.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await owner.api.payments.list({ studentId })).toHaveLength(2);
});

it('is not recorded beside the same renewal of another desk, until that one was seen', async () => {
  const { owner, staff } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet' });
  const { studentId } = await makeSubscription(stage.app, owner, { classId });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  const dialog = page.getByRole('dialog', { name: 'Add payment' });
  const add = dialog.getByRole('button', { name: 'Add payment' });
  await act(page, 'Ballet', 'Renew');
  await dialog.getByLabel('Payment notes (optional)').fill('cash');
  const terms = { startDate: '2026-12-01', endDate: '2026-12-31', numberOfSessions: 8 };
  const payment = { ...terms, studentId, classId, amountPaidCents: 12_050 };
  await staff.api.payments.add({ ...payment, paymentFor: 'renewal' });
  await add.click();
  const told = dialog.getByRole('alert');
  await told
    .getByText(
      'Failed to add subscription: Staff Person recorded a payment of this student for this class meanwhile, so yours was not. Theirs is $120.50 for Dec 1 – 31, 2026. If yours is another one, choose Add payment once more.',
    )
    .waitFor();
  await expectAccessible(page);
  expect(await owner.api.payments.list({ studentId })).toHaveLength(2);
  expect(await dialog.getByLabel('Payment notes (optional)').inputValue()).toBe('cash');
  await add.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await owner.api.payments.list({ studentId })).toHaveLength(3);
});

it('is not recorded beside one whose answer was lost, where it was changed, until its sender knows', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet' });
  const { studentId } = await makeSubscription(stage.app, owner, { classId });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  const dialog = page.getByRole('dialog', { name: 'Add payment' });
  const add = dialog.getByRole('button', { name: 'Add payment' });
  await act(page, 'Ballet', 'Renew');
  await page.route('**/rpc/payments/add', loseAnswer);
  await add.click();
  await dialog.getByRole('alert').waitFor();
  await page.unroute('**/rpc/payments/add');
  await dialog.getByLabel('Amount').fill('99');
  await add.click();
  await dialog.getByText('What you sent before was saved after all, though no answer came.').waitFor();
  expect(await owner.api.payments.list({ studentId })).toHaveLength(2);
  await add.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await owner.api.payments.list({ studentId })).toHaveLength(3);
});

function classField(dialog: Locator): Locator {
  return dialog.getByLabel('Class', { exact: true }).first();
}

async function choose(page: Page, dialog: Locator, className: string): Promise<void> {
  // What opens takes the focus a moment later, which closes the list.
  await holdsFocus(dialog);
  await classField(dialog).click();
  await page.getByRole('option', { name: new RegExp(className) }).click();
}

async function expectChosen(dialog: Locator, purpose: string): Promise<void> {
  await dialog.getByRole('radio', { name: purpose, checked: true }).waitFor({ state: 'attached' });
}

async function act(page: Page, className: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for the payment for ${className}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await holdsFocus(page.getByRole('dialog'));
}
