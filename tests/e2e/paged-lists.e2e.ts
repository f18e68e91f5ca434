import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '#shared/local-date.ts';
import { chooseFirst, expectAccessible, holdsFocus, loaded, useBrowser } from '#tests/support/browser.ts';
import { makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeStudent, makeStudents } from '#tests/support/factories.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { testToday } from '#tests/support/test-app.ts';

const stage = useBrowser();

it('lists one-time sessions however far away, and its address leads back to what was shown', async () => {
  const { owner } = await stage.app.studio();
  const place = await makeStage(stage.app, owner);
  const page = await stage.open('/dashboard/manage-classes?tab=one-time', { by: owner });
  await page.getByText('No one-time sessions planned').waitFor();

  const { create } = owner.api.scheduling.oneOffs;
  await create(oneOffOn(place, { sessionDate: '2028-01-10' }));
  for (let ago = 1; ago <= 51; ago += 1)
    await create(oneOffOn(place, { sessionDate: addDays(testToday, -10 * ago) }));
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams);
  await page.reload();
  await page.getByRole('row', { name: /Jan 10, 2028/ }).waitFor();

  await page.getByText('Past', { exact: true }).click();
  await page.getByText('Page 1 of 2').waitFor();
  await expect.poll(asked).toEqual({ tab: 'one-time', when: 'past' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('row', { name: /Jun 29, 2025/ }).waitFor();
  await expect.poll(asked).toEqual({ tab: 'one-time', when: 'past', page: '2' });
  // At the last page the button leads no further, and keeps focus all the same.
  await page.getByText('Page 2 of 2').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Next');
  await page.reload();
  await loaded(page);
  await page.getByText('Page 2 of 2').waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'Past' }).isChecked()).toBe(true);

  await page.getByText('Upcoming', { exact: true }).click();
  await page.getByRole('row', { name: /Jan 10, 2028/ }).waitFor();
  await expect.poll(asked).toEqual({ tab: 'one-time' });
  await page.goBack();
  await page.getByText('Page 2 of 2').waitFor();
});

it('shows a one-time session that was just scheduled, whichever part of the list it is in', async () => {
  const { owner } = await stage.app.studio();
  await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
  await makeStage(stage.app, owner);
  const page = await stage.open('/dashboard/manage-classes?tab=one-time', { by: owner });
  const form = page.getByRole('form', { name: 'New one-time session' });
  for (const [date, shown, isPast] of [
    ['2026-11-16', 'Nov 16, 2026', true],
    ['2026-11-23', 'Nov 23, 2026', false],
  ] as const) {
    await scheduleOn(form, date);
    await page.getByRole('row', { name: new RegExp(shown) }).waitFor();
    expect(await page.getByRole('radio', { name: 'Past' }).isChecked()).toBe(isPast);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(shown);
  }
});

it('turns to the page of the session that was just scheduled', async () => {
  const { owner } = await stage.app.studio();
  await makeStudent(stage.app, owner, { fullName: 'Ana Arabesque' });
  const place = await makeStage(stage.app, owner);
  for (let ahead = 2; ahead <= 52; ahead += 1)
    await owner.api.scheduling.oneOffs.create(oneOffOn(place, { sessionDate: addDays(testToday, ahead) }));
  const page = await stage.open('/dashboard/manage-classes?tab=one-time&page=2', { by: owner });
  const form = page.getByRole('form', { name: 'New one-time session' });
  for (const [date, shown, nth] of [
    ['2026-11-22', 'Nov 22, 2026', 1],
    ['2028-01-10', 'Jan 10, 2028', 2],
  ] as const) {
    await scheduleOn(form, date);
    await page.getByRole('row', { name: new RegExp(shown) }).waitFor();
    await page.getByText(`Page ${nth} of 2`).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(shown);
  }
});

it('offers the outcome of a session from its day on', async () => {
  const { owner } = await stage.app.studio();
  const place = await makeStage(stage.app, owner);
  const { create } = owner.api.scheduling.oneOffs;
  await create(oneOffOn(place, { sessionDate: testToday }));
  await create(oneOffOn(place, { sessionDate: '2028-01-10' }));
  const page = await stage.open('/dashboard/manage-classes?tab=one-time', { by: owner });
  const outcome = page.getByRole('menuitem', { name: /^Log (Tryout|Outcome)$/ });

  await page.getByRole('button', { name: /^Actions for .*2026$/ }).click();
  await outcome.waitFor();
  await outcome.press('Escape');
  await outcome.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Actions for .*2028$/ }).click();
  await page.getByRole('menuitem', { name: 'Edit Session' }).waitFor();
  expect(await outcome.count()).toBe(0);
});

it('has no menu on the card of a class for who can do nothing with it', async () => {
  const { owner, student } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { name: 'Ballet 1' });
  await makeRegistration(stage.app, owner, { classId, studentId: student.profileId });
  const page = await stage.open('/dashboard', { by: student });
  await page.getByRole('heading', { name: 'Ballet 1' }).waitFor();
  expect(await page.getByRole('button', { name: 'Actions for Ballet 1' }).count()).toBe(0);
});

it('lists cancelled dates page by page, and restores one of an older page', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner, { daysOfWeek: [1, 2, 3, 4, 5, 6, 7] });
  const page = await stage.open('/dashboard/cancellations?page=2', { by: owner });
  await page.getByText('No cancellations recorded').waitFor();
  expect(await page.getByRole('navigation', { name: 'Pages of cancellations' }).count()).toBe(0);
  for (let day = 1; day <= 51; day += 1)
    await owner.api.scheduling.cancellations.create({ classId, date: addDays(testToday, day) });
  await page.goto(`${stage.url}/dashboard/cancellations`);
  await page.getByText('Page 1 of 2').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Restore/ }).count()).toBe(50);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**/cancellations?page=2');
  await page.getByRole('button', { name: /^Restore .* Nov 22/ }).click();
  await page.getByText('This page is empty by now').waitFor();
  expect(await page.getByText(/^Page 2 of/).count()).toBe(0);
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Restore/ }).count()).toBe(50);
  // The page kept from before the restoring counts 51 until it is read again.
  await page.getByRole('navigation', { name: 'Pages of cancellations' }).waitFor({ state: 'detached' });
});

it('pages through the payments of a student, turns to the one just added, and prints all of them', async () => {
  const { owner } = await stage.app.studio();
  const { studentId, classId } = await makeSubscription(stage.app, owner, { paidOn: '2024-01-01' });
  for (let ago = 1; ago <= 26; ago += 1)
    await makeSubscription(stage.app, owner, { studentId, classId, paidOn: addDays(testToday, -10 * ago) });
  const page = await stage.open(`/dashboard/student-profile/${studentId}`, { by: owner });
  const payments = page.getByRole('table', { name: 'Payment history' }).getByRole('rowheader');
  await page.getByText('Page 1 of 2').waitFor();
  await expect.poll(() => payments.count()).toBe(25);
  await page.getByText('in 27 payments').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**?page=2');
  await page.getByText('Paid Jan 1, 2024').waitFor();
  await expect.poll(() => payments.count()).toBe(2);
  await page
    .getByRole('button', { name: /^Actions for the payment/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Renew' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add payment' });
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Page 1 of 2').waitFor();
  const focused = page.locator('tr:focus');
  await focused.getByText('Paid Nov 21, 2026').waitFor();

  // One of long ago stands on the last page.
  await page.getByRole('button', { name: 'Add payment' }).click();
  await holdsFocus(dialog);
  await dialog.getByLabel('Class', { exact: true }).first().click();
  await page.getByRole('option').first().click();
  await dialog.getByLabel('Amount').fill('90');
  await dialog.getByLabel('Number of sessions').fill('4');
  await dialog.getByLabel('Start date').fill('2024-02-01');
  await dialog.getByLabel('End date').fill('2024-02-29');
  await dialog.getByLabel('Paid on').fill('2024-02-01');
  await dialog.getByRole('button', { name: 'Add payment' }).click();
  await page.getByText('Page 2 of 2').waitFor();
  await focused.getByText('Paid Feb 1, 2024').waitFor();

  await page.goBack();
  await page.getByText('Page 1 of 2').waitFor();
  await page.goBack();
  await page.getByText('Page 2 of 2').waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => payments.count()).toBe(29);
  await page.emulateMedia({ media: 'screen' });
  // The whole list is put in order, not one page of it.
  await page.getByRole('button', { name: 'Period' }).click();
  await page.getByText('Paid Nov 21, 2026').waitFor();
  await page.goto(`${stage.url}/dashboard/student-profile/${studentId}?page=9`);
  await page.getByText('Page 2 of 2').waitFor();
});

it('lists who is enrolled page by page, and prints all of them', async () => {
  const { owner } = await stage.app.studio();
  const classId = await makeClass(stage.app, owner);
  const names = Array.from({ length: 101 }, (_, n) => `Student ${String(n + 1).padStart(3, '0')}`);
  for (const studentId of await makeStudents(stage.app, owner, names))
    await makeRegistration(stage.app, owner, { classId, studentId });
  const page = await stage.open(`/dashboard/class-roster/${classId}`, { by: owner });
  const remove = page.getByRole('button', { name: /^Remove Student/ });
  await page.getByText('Page 1 of 3').waitFor();
  expect(await remove.count()).toBe(50);
  await expectAccessible(page);
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await page.getByText('Page 2 of 3').waitFor();
  // Who pressed it reads on at the top of the next page; the keys stay where they are.
  await expect.poll(() => isInView(page.getByRole('row', { name: /Student 051/ }))).toBe(true);
  await next.press('Enter');
  await page.getByText('Page 3 of 3').waitFor();
  expect(await isInView(next)).toBe(true);
  await page.waitForURL(`**/class-roster/${classId}?page=3`);
  await page.reload();
  await remove.first().waitFor();
  expect(await remove.allTextContents()).toEqual(['Remove']);
  expect(await page.locator('table[aria-hidden] tbody tr').count()).toBe(101);
  // Without its last student there is no third page; who is taken back stands on it again.
  await remove.click();
  await page.getByRole('button', { name: 'Remove student', exact: true }).click();
  await page.getByText('Page 2 of 2').waitFor();
  expect(await remove.count()).toBe(50);
  await page.getByRole('list', { name: 'Removed just now' }).getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Page 3 of 3').waitFor();
  await page.getByRole('row', { name: /Student 101/ }).waitFor();
});

async function isInView(found: Locator): Promise<boolean> {
  return await found.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

async function scheduleOn(form: Locator, date: string): Promise<void> {
  await chooseFirst(form, ['Student', 'Instructor', 'Classroom', 'Dance type']);
  await form.getByLabel('Date').fill(date);
  await form.getByLabel('Start time').fill('10:00');
  await form.getByLabel('End time').fill('11:00');
  await form.getByRole('button', { name: 'Schedule session' }).click();
}
