import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, loaded, said, useBrowser } from '#tests/support/browser.ts';

const stage = useBrowser();
const busy = 'Scheduling Conflict: Instructor Ana Ruiz is already booked.';
const cancelledText = 'The class for the selected date has been marked as cancelled.';

describe('the first week of a studio', () => {
  it('goes from sign-up to a schedule that keeps its promises', async () => {
    const page = await foundStudio();
    await page.getByRole('heading', { name: 'Set up your schedule' }).waitFor();
    await expectAccessible(page);

    await add(page, 'Dance Types', 'Dance type name', 'Ballet', 'Add Dance Type');
    await add(page, 'Classrooms', 'Classroom name', 'Studio A', 'Add Classroom');
    await addInstructors(page, 'Ana Ruiz', 'Ben Cole');

    await goTo(page, 'Classes');
    await fillInClass(page, {
      name: 'Ballet 1',
      instructor: 'Ana Ruiz',
      startTime: '17:00',
      endTime: '18:00',
    });
    await saveClass(page);
    await said(page, 'Recurring class rule successfully added!');
    expect(await isClickedThrough(page, 'Recurring class rule successfully added!')).toBe(true);

    // The instructor is refused by name, and what she is booked for is named too.
    await fillInClass(page, {
      name: 'Ballet 2',
      instructor: 'Ana Ruiz',
      startTime: '17:30',
      endTime: '18:30',
    });
    await saveClass(page);
    const refusal = page.getByRole('alert').filter({ hasText: busy });
    await refusal.getByText('Ballet 1, Mon, Nov 23, 5:00 – 6:00 PM').waitFor();
    await expectAccessible(page);

    // The room is asked about; Cancel keeps what was typed, Continue Booking books it.
    await choose(page, 'Instructor', 'Ben Cole');
    await saveClass(page);
    await roomWarning(page).getByText('Warning: This room is already booked at this time.').waitFor();
    await expectAccessible(page);
    await roomWarning(page).getByRole('button', { name: 'Cancel' }).click();
    await roomWarning(page).waitFor({ state: 'detached' });
    expect(await newClass(page).getByLabel('Class name').inputValue()).toBe('Ballet 2');
    await saveClass(page);
    await roomWarning(page).getByRole('button', { name: 'Continue Booking' }).click();
    await roomWarning(page).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Ballet 2/ }).waitFor();
    await expectAccessible(page);

    await goTo(page, 'Dashboard');
    await page.getByText('Showing 2 of 2 classes').waitFor();
    await expectAccessible(page);
    await cancelDate(page, 'Ballet 1', 'Wed, Nov 25');
    await said(page, cancelledText);
    await page.getByRole('button', { name: 'View Students' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ballet 1' }).waitFor();
    await page.goto(`${stage.url}/dashboard?view=week&date=2026-11-23`);
    await session(page, 'Ballet 1', 'Mon, Nov 23').waitFor();
    await session(page, 'Ballet 2', 'Wed, Nov 25').waitFor();
    await session(page, 'Ballet 1', 'Wed, Nov 25').filter({ hasText: 'CANCELLED FOR THIS DATE' }).waitFor();
    await expectAccessible(page);

    await goTo(page, 'Cancellations');
    const logged = page.getByRole('row', { name: /Ballet 1.*Nov 25.*Ana Ruiz/ });
    await logged.waitFor();
    await expectAccessible(page);
    await logged.getByRole('button', { name: 'Restore Ballet 1 on Wed, Nov 25' }).click();
    // Its room was given to Ballet 2 meanwhile: that is asked about once more.
    await roomWarning(page).getByRole('button', { name: 'Continue Booking' }).click();
    await page.getByText('No cancellations recorded').waitFor();
    await expectAccessible(page);

    await signOut(page, 'Mia Founder');
    await page.waitForURL('**/login**');
  });

  it('is told what there is nothing of yet, and where it is added', async () => {
    const { owner } = await stage.app.studio();
    const { items } = await owner.api.people.students.list({});
    for (const { id } of items) await owner.api.enrollment.deleteStudent({ id });
    const page = await stage.open('/dashboard/manage-inquiries?view=board', { by: owner });
    await page.getByText('No inquiries yet').waitFor();
    await expectAccessible(page);
    await page.goto(`${stage.url}/dashboard/manage-classes?tab=one-time`);
    await page.getByText('No students yet.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Enroll a student' }).click();
    await page.waitForURL('**/dashboard/manage-students');
  });

  it('is nothing another studio ever sees', async () => {
    const { owner } = await stage.app.studio({ name: 'Bob School' });
    const page = await stage.open('/dashboard', { by: owner });
    await page.getByRole('heading', { name: 'Set up your schedule' }).waitFor();
    await page.goto(`${stage.url}/dashboard?view=week&date=2026-11-23`);
    await page.getByText('Showing 0 of 0 sessions').waitFor();
    for (const [screen, empty] of [
      ['Classrooms', 'No classrooms added yet'],
      ['Dance Types', 'No dance types added yet'],
      ['Instructors', 'Instructor Person'],
      ['Cancellations', 'No cancellations recorded'],
    ] as const) {
      await goTo(page, screen);
      await page.getByText(empty).waitFor();
      await loaded(page);
      expect(await page.getByText('Ana Ruiz').count()).toBe(0);
    }
  });
});

async function foundStudio(): Promise<Page> {
  const page = await stage.open('/login?view=sign_up');
  await page.getByLabel('Your name').fill('Mia Founder');
  await page.getByLabel('Studio name').fill('Monday School');
  await page.getByLabel('Email').fill('mia@barre.test');
  await page.getByLabel('Password', { exact: true }).fill('plié and relevé');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/dashboard');
  return page;
}

async function goTo(page: Page, screen: string) {
  await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
}

async function add(page: Page, screen: string, label: string, name: string, button: string) {
  await goTo(page, screen);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByLabel(label).fill(name);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('listitem').filter({ hasText: name }).waitFor();
  await expectAccessible(page);
}

/** A toast that caught the pointer would stay for as long as somebody tries to press what it covers. */
async function isClickedThrough(page: Page, words: string): Promise<boolean> {
  const toast = page.locator('.mantine-Notification-root').filter({ hasText: words });
  return toast.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + 20, top + height / 2));
  });
}

async function addInstructors(page: Page, ...names: string[]) {
  await goTo(page, 'Instructors');
  await page.getByText('No instructors yet').waitFor();
  await expectAccessible(page);
  for (const name of names) {
    await page.getByLabel('Full name').fill(name);
    await page.getByRole('button', { name: 'Add instructor', exact: true }).click();
    await page.getByRole('link', { name }).waitFor();
    // The list knows of the one before the form is empty for the next.
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('');
  }
  await expectAccessible(page);
}

type ClassDetails = { name: string; instructor: string; startTime: string; endTime: string };

/** On Mondays and Wednesdays from next week, in the studio's one room. */
async function fillInClass(page: Page, { name, instructor, startTime, endTime }: ClassDetails) {
  const form = newClass(page);
  // Empty again after the one before.
  await expect.poll(() => form.getByLabel('Class name').inputValue()).toBe('');
  await form.getByLabel('Class name').fill(name);
  await choose(page, 'Dance type', 'Ballet');
  await choose(page, 'Instructor', instructor);
  await choose(page, 'Classroom', 'Studio A');
  // The boxes are drawn as chips and lie under their labels.
  for (const day of ['Monday', 'Wednesday'])
    await form.getByRole('checkbox', { name: day }).check({ force: true });
  await form.getByLabel('Start time').fill(startTime);
  await form.getByLabel('End time').fill(endTime);
  await form.getByLabel('Start date').fill('2026-11-23');
}

function newClass(page: Page): Locator {
  return page.getByRole('form', { name: 'New class' });
}

async function choose(page: Page, field: string, option: string) {
  await newClass(page).getByLabel(field, { exact: true }).first().click();
  await page.getByRole('option', { name: option }).click();
}

async function saveClass(page: Page) {
  await page.getByRole('button', { name: 'Add class' }).click();
}

function roomWarning(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Scheduling Warning, The Room is already booked at this time!' });
}

async function cancelDate(page: Page, className: string, date: string) {
  await page.getByRole('button', { name: `Actions for ${className}` }).click();
  const menu = page.getByRole('menu', { name: `Actions for ${className}` });
  await menu.waitFor();
  await expectAccessible(page, { isListOpen: true });
  await menu.getByRole('menuitem', { name: 'Cancel a Date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel a Date' });
  await dialog.getByRole('button', { name: date }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel this date' }).click();
  await dialog.waitFor({ state: 'detached' });
}

function session(page: Page, title: string, date: string): Locator {
  return page.getByRole('button', { name: new RegExp(`${title}.*${date}`) });
}

async function signOut(page: Page, name: string) {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}
