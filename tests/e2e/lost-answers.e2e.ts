import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chooseFirst, expectAccessible, loseAnswer, said, useBrowser } from '#tests/support/browser.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { classOn, makeStage } from '#tests/support/schedule.ts';

// What was stored though its answer got lost, and is sent again with something changed, is told before it is stored twice.

const stage = useBrowser();
const told = /What you sent before was saved after all, though no answer came\./;

it('of a one-time session book none beside it', async () => {
  const { owner } = await stage.app.studio();
  await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
  await makeStage(stage.app, owner);
  const page = await stage.open('/dashboard/manage-classes?tab=one-time', { by: owner });
  const form = page.getByRole('form', { name: 'New one-time session' });
  await chooseFirst(form, ['Student', 'Instructor', 'Classroom', 'Dance type']);
  await form.getByLabel('Date').fill('2026-11-23');
  await form.getByLabel('Start time').fill('10:00');
  await form.getByLabel('End time').fill('11:00');
  await form.getByLabel('Price (optional)').fill('45');
  const submit = form.getByRole('button', { name: 'Schedule session' });
  await losingAnswers(page, '**/rpc/scheduling/oneOffs/create', async () => {
    await submit.click();
    await form.getByRole('alert').waitFor();
  });
  await form.getByLabel('Start time').fill('12:00');
  await form.getByLabel('End time').fill('13:00');
  await submit.click();
  await form.getByRole('alert').getByText(told).waitFor();
  await expectAccessible(page);
  const booked = () => owner.api.scheduling.oneOffs.list({});
  expect(await booked()).toMatchObject({ total: 1, items: [{ startTime: '10:00' }] });
  await submit.click();
  await said(page, 'One-time session successfully scheduled!');
  expect(await booked()).toMatchObject({ total: 2 });
});

it('of a class add none beside it, and the same one is no clash with itself', async () => {
  const { owner } = await stage.app.studio();
  await makeStage(stage.app, owner);
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  const form = page.getByRole('form', { name: 'New class' });
  await form.getByLabel('Class name').fill('Ballet 1');
  await chooseFirst(form, ['Instructor', 'Classroom', 'Dance type']);
  // The boxes are drawn as chips and lie under their labels.
  await form.getByRole('checkbox', { name: 'Monday' }).check({ force: true });
  await form.getByLabel('Start time').fill('10:00');
  await form.getByLabel('End time').fill('11:00');
  const submit = form.getByRole('button', { name: 'Add class' });
  await losingAnswers(page, '**/rpc/scheduling/classes/create', async () => {
    await submit.click();
    await form.getByRole('alert').waitFor();
  });
  const booked = () => owner.api.scheduling.classes.list();
  expect(await booked()).toMatchObject([{ startTime: '10:00' }]);
  await submit.click();
  await said(page, 'Recurring class rule successfully added!');
  expect(await booked()).toHaveLength(1);
});

it('of an inquiry add none beside it', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
  const name = page.getByLabel('Full name');
  await name.fill('Lena Led');
  await losingAnswers(page, '**/rpc/leads/create', async () => {
    await name.press('Enter');
    await page.getByText('Failed to add inquiry. Please try again.').waitFor();
  });
  await name.fill('Lena Lead');
  await name.press('Enter');
  await page.getByText(told).waitFor();
  expect(await name.inputValue()).toBe('Lena Lead');
  expect(await owner.api.leads.list({})).toMatchObject({ total: 1, rows: [{ fullName: 'Lena Led' }] });
});

it('of a classroom add none beside it, and the same one is added already', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
  const name = page.getByLabel('Classroom name');
  const addUnheard = (text: string) =>
    losingAnswers(page, '**/rpc/catalog/classrooms/create', async () => {
      await name.fill(text);
      await name.press('Enter');
      await page.getByRole('alert').waitFor();
    });
  await addUnheard('Studio One');
  await name.press('Enter');
  await said(page, 'Studio One was added.');
  await addUnheard('Studio Tow');
  await name.fill('Studio Two');
  await name.press('Enter');
  await page.getByText(told).waitFor();
  const added = await owner.api.catalog.classrooms.list();
  expect(added).toMatchObject([{ name: 'Studio One' }, { name: 'Studio Tow' }]);
});

it('of a cancelled date cancel it once, and are not told that it is cancelled already', async () => {
  const { owner } = await stage.app.studio();
  await owner.api.scheduling.classes.create(classOn(await makeStage(stage.app, owner)));
  const page = await stage.open('/dashboard/manage-classes', { by: owner });
  await page.getByRole('button', { name: 'Actions for Ballet 1' }).click();
  await page.getByRole('menuitem', { name: 'Cancel a Date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel a Date' });
  const submit = dialog.getByRole('button', { name: 'Cancel this date' });
  await losingAnswers(page, '**/rpc/scheduling/cancellations/create', async () => {
    await submit.click();
    await dialog.getByRole('alert').waitFor();
  });
  await submit.click();
  await said(page, 'The class for the selected date has been marked as cancelled.');
  const cancelled = () => owner.api.scheduling.cancellations.list();
  expect(await cancelled()).toMatchObject({ total: 1, items: [{ cancelledDate: '2026-11-23' }] });
});

it('of days cancelled or restored at once are told that none is left', async () => {
  const { owner } = await stage.app.studio();
  await owner.api.scheduling.classes.create(classOn(await makeStage(stage.app, owner)));
  const page = await stage.open('/dashboard/cancellations', { by: owner });
  const dialog = page.getByRole('dialog', { name: 'Cancel Several Days' });
  const choose = async () => {
    await page.getByRole('button', { name: 'Cancel several days' }).click();
    await dialog.getByLabel('First day').fill('2026-11-23');
    await dialog.getByLabel('Last day').fill('2026-11-27');
  };
  await choose();
  const submit = dialog.getByRole('button', { name: 'Cancel these days' });
  await losingAnswers(page, '**/rpc/scheduling/cancellations/cancelDays', async () => {
    await submit.click();
    await dialog.getByRole('alert').waitFor();
  });
  expect(await dialog.getByLabel('Last day').inputValue()).toBe('2026-11-27');
  await submit.click();
  await said(page, '2 sessions were cancelled, Nov 23 – 27, 2026. None was left to cancel.');
  expect((await owner.api.scheduling.cancellations.list()).total).toBe(2);

  await choose();
  const lost = page.getByRole('dialog', { name: 'The classes were not restored' });
  await losingAnswers(page, '**/rpc/scheduling/cancellations/restoreDays', async () => {
    await dialog.getByRole('button', { name: 'Restore 2 cancelled sessions' }).click();
    await lost.waitFor();
  });
  await lost.getByRole('button', { name: 'Retry' }).click();
  await said(page, '2 sessions were restored already.');
  expect((await owner.api.scheduling.cancellations.list()).total).toBe(0);
});

it('of a restored date are told that it was restored', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet One' });
  await owner.api.scheduling.cancellations.create({ classId, date: '2026-11-23' });
  const page = await stage.open('/dashboard/cancellations', { by: owner });
  const dialog = page.getByRole('dialog', { name: 'Ballet One on Mon, Nov 23 was not restored' });
  await losingAnswers(page, '**/rpc/scheduling/cancellations/restore', async () => {
    await page.getByRole('button', { name: 'Restore Ballet One on Mon, Nov 23' }).click();
    await dialog.waitFor();
  });
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await said(page, 'Ballet One on Mon, Nov 23 was restored.');
  await page.getByText('No cancellations recorded').waitFor();
});

it('of a place in a class are told that it is taken, given up and taken again', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner);
  await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
  const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
  const since = async () => {
    const { students } = await owner.api.enrollment.roster({ classId });
    return students.map(({ enrolledOn }) => enrolledOn);
  };
  const enroll = page.getByRole('button', { name: 'Enroll', exact: true });
  await page.getByLabel('Enrolled from').fill('2026-11-20');
  await page.getByPlaceholder('Type a name, email or phone').fill('Ana');
  await page.getByRole('option', { name: 'Ana Arabesque' }).click();
  await losingAnswers(page, '**/rpc/enrollment/enroll', async () => {
    await enroll.click();
    await page.getByText(/^Failed to enroll student/).waitFor();
  });
  await enroll.click();
  await said(page, 'Ana Arabesque was enrolled from Fri, Nov 20');
  expect(await since()).toEqual(['2026-11-20']);

  const remove = page.getByRole('button', { name: 'Remove Ana Arabesque' });
  const confirm = page.getByRole('button', { name: 'Remove student' });
  // No news of the removal either: she still stands in the list.
  const roster = '**/rpc/enrollment/roster?**';
  await page.route(roster, () => {});
  await losingAnswers(page, '**/rpc/enrollment/remove', async () => {
    await remove.click();
    await confirm.click();
    await page.getByText(/^Failed to unenroll student/).waitFor();
  });
  expect(await since()).toEqual([]);
  await remove.click();
  await page.unroute(roster);
  await confirm.click();
  await said(page, 'Ana Arabesque was removed.');

  const dialog = page.getByRole('dialog', { name: 'Ana Arabesque was not enrolled again' });
  await losingAnswers(page, '**/rpc/enrollment/{enroll,restore}', async () => {
    const toast = page.getByRole('status').filter({ hasText: 'Ana Arabesque was removed.' });
    await toast.getByRole('button', { name: 'Undo', exact: true }).click();
    await dialog.waitFor();
  });
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.waitFor({ state: 'detached' });
  await remove.waitFor();
  expect(await since()).toEqual(['2026-11-20']);
  expect(await page.getByText(/^Failed to/).count()).toBe(0);
});

async function losingAnswers(page: Page, calls: string, ask: () => Promise<void>): Promise<void> {
  await page.route(calls, loseAnswer);
  await ask();
  await page.unroute(calls);
}
