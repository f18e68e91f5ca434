import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { loaded, useBrowser } from '#tests/support/browser.ts';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { makeSubscription } from '#tests/support/enrollment-factories.ts';

const stage = useBrowser();

it('gives a finger 44 pixels for what stands by itself', async () => {
  const { owner } = await stage.app.studio();
  const phoneNumber = '+1 555 010 1234';
  const { studentId, classId } = await makeSubscription(stage.app, owner);
  const { version } = await owner.api.people.students.get({ id: studentId });
  await owner.api.people.students.update({ id: studentId, version, fullName: 'Ana Ruiz', phoneNumber });
  await owner.api.leads.create({ fullName: 'Ben Tendu', phoneNumber, email: 'ben@example.com' });
  const page = await stage.open('/dashboard', { by: owner, viewport: 'phone' });
  const found: string[] = [];
  const look = async (name: string) => {
    await loaded(page);
    found.push(...(await page.evaluate(tooSmall)).map((problem) => `${name}: ${problem}`));
  };
  const paths = [
    '',
    'manage-inquiries',
    'manage-inquiries?view=board',
    'manage-students',
    'manage-instructors',
    'manage-classes',
    'insights',
    'daily-log',
    `class-roster/${classId}`,
    `student-profile/${studentId}`,
  ];
  for (const path of paths) {
    await page.goto(`${stage.url}/dashboard/${path}`);
    await look(path);
  }
  await page.setViewportSize({ width: 1180, height: 820 });
  for (const path of [
    'manage-students',
    'manage-instructors',
    'manage-inquiries',
    `class-roster/${classId}`,
  ]) {
    await page.goto(`${stage.url}/dashboard/${path}`);
    await look(`${path} on a tablet`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stage.url}/dashboard/student-profile/${studentId}`);
  await page.getByRole('button', { name: 'Add payment' }).click();
  await page.getByRole('dialog').getByLabel('Amount').waitFor();
  await look('payment');
  await page.getByRole('dialog').getByLabel('Class', { exact: true }).first().click();
  const option = page.getByRole('option').first();
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Escape');
  await option.waitFor({ state: 'hidden' });
  await closeDialog(page);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByText('Insights').waitFor();
  await look('search');
  expect(found).toEqual([]);
});

it('gives a finger 44 pixels of each of four classes at a time on a tablet', async () => {
  const { owner } = await stage.app.studio();
  const daysOfWeek = [1, 2, 3, 4, 5, 6];
  for (let nth = 1; nth <= 4; nth++) await makeClass(stage.app, owner, { name: `Class ${nth}`, daysOfWeek });
  const page = await stage.open('/login', { by: owner, viewport: 'phone' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${stage.url}/dashboard?view=week&date=2026-11-23`);
  await loaded(page);
  const blocks = page.getByRole('button', { name: /^Class \d/ });
  await expect.poll(() => blocks.count()).toBe(24);
  const widths = await blocks.evaluateAll((found) => found.map((each) => each.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(44);
});

it('offers one button to begin an empty list, and goes on offering it', async () => {
  const { owner } = await stage.app.studio();
  await stage.app.database.inTenant(owner, (db) =>
    db.updateTable('profiles').set({ erasedAt: new Date() }).where('role', '=', 'instructor').execute(),
  );
  const studentId = await makeStudent(stage.app, owner);
  const page = await stage.open('/dashboard', { by: owner, viewport: 'phone' });
  const expectOne = async (path: string, name: string) => {
    await page.goto(`${stage.url}/dashboard/${path}`);
    await loaded(page);
    const found = page.getByRole('main').getByRole('button', { name, exact: true });
    await expect.poll(() => found.count(), { message: path }).toBe(1);
  };
  const lists = [
    ['manage-inquiries', 'Add inquiry'],
    ['manage-inquiries?view=board', 'Add inquiry'],
    ['manage-instructors', 'Add an instructor'],
    [`student-profile/${studentId}`, 'Add payment'],
  ] as const;
  for (const [path, name] of lists) await expectOne(path, name);

  await owner.api.leads.create({ fullName: 'Ben Tendu' });
  await makeSubscription(stage.app, owner, { studentId });
  for (const [path, name] of lists) await expectOne(path, name);
});

it('keeps what is pressed off the edges of a phone that are round, cut out or swiped', async () => {
  const { owner } = await stage.app.studio();
  const { classId } = await makeAttendedClass(stage.app, owner);
  const page = await stage.open('/dashboard', { by: owner, viewport: 'phone' });
  const edges = await page.context().newCDPSession(page);
  const cutOff = async (insets: { left?: number; right?: number; bottom?: number }) =>
    await edges.send('Emulation.setSafeAreaInsetsOverride', { insets });
  const bottomOf = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).last().boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  await cutOff({ bottom: 34 });
  await page.goto(`${stage.url}/dashboard/attendance/${classId}/${sessionDate}`);
  await loaded(page);
  expect(await bottomOf('Save attendance')).toBeLessThanOrEqual(844 - 34);
  await page.goto(`${stage.url}/dashboard/manage-students`);
  await loaded(page);
  expect(await bottomOf('View cart')).toBeLessThanOrEqual(844 - 34);
  await page.getByRole('button', { name: 'View cart' }).click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => bottomOf('Enroll student')).toBeLessThanOrEqual(844 - 34);

  await page.setViewportSize({ width: 844, height: 390 });
  await cutOff({ left: 47, right: 47, bottom: 21 });
  await page.goto(`${stage.url}/dashboard/manage-instructors`);
  await loaded(page);
  const menu = await page.getByRole('link', { name: 'Dashboard' }).boundingBox();
  expect(menu?.x).toBeGreaterThanOrEqual(47);
  const main = await page.getByRole('main').boundingBox();
  expect(main?.x).toBeGreaterThanOrEqual(47 + 256);
  expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual(844 - 47);
});

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** What is missed by a finger 20 pixels above or below its middle. Links within text may be smaller. */
function tooSmall(): string[] {
  const dialog = [...document.querySelectorAll('[role="dialog"]')].find((each) => each.checkVisibility());
  const alone =
    'button, select, input:not([type="radio"]), .mantine-SegmentedControl-label, nav a, dd a, td a, th a, header a';
  const controls = [...(dialog ?? document.querySelector('main') ?? document).querySelectorAll(alone)];
  return controls
    .filter((control) => control.checkVisibility())
    .flatMap((control) => {
      control.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      if (width <= 1 || height <= 1) return [];
      const isHit = (y: number) => {
        const hit = document.elementFromPoint(left + width / 2, y);
        return hit !== null && control.contains(hit);
      };
      const middle = top + height / 2;
      const isLarge = height >= 43.5 || (isHit(middle - 20) && isHit(middle + 20));
      return isLarge ? [] : [`${control.ariaLabel ?? control.textContent} ${Math.round(height)}`];
    });
}
