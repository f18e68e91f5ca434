import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hold, keepToasts, loaded, said, useBrowser } from '#tests/support/browser.ts';
import { makeAttendedClass, sessionDate } from '#tests/support/attended-class.ts';
import { makeClass, makeStudents } from '#tests/support/factories.ts';

const stage = useBrowser();

it('shows the newest of many that can be undone, and stays off what saves where a screen becomes small', async () => {
  const { owner } = await stage.app.studio();
  const names = ['Ada One', 'Bea Two', 'Cleo Three', 'Dora Four'];
  await makeStudents(stage.app, owner, names);
  const page = await stage.open(`/dashboard/class-roster/${await makeClass(stage.app, owner)}`, {
    by: owner,
  });
  await loaded(page);
  await keepToasts(page);
  for (const name of names) await enroll(page, name);
  const newest = page.getByRole('status').filter({ hasText: 'Dora Four was enrolled.' });
  await newest.waitFor();
  await page.getByRole('status').filter({ hasText: 'Ada One was enrolled.' }).waitFor({ state: 'hidden' });
  await expect.poll(() => topOf(newest)).toBeGreaterThan(400);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => topOf(newest)).toBeLessThan(400);
});

it('leaves the bar that saves attendance free, the cross of a toast included', async () => {
  const { owner } = await stage.app.studio();
  const { classId } = await makeAttendedClass(stage.app, owner);
  const page = await stage.open(`/dashboard/attendance/${classId}/${sessionDate}`, { by: owner });
  await page.setViewportSize({ width: 1024, height: 768 });
  await loaded(page);
  await keepToasts(page);
  await page.getByRole('button', { name: 'Save attendance' }).click();
  const cross = page.getByRole('button', { name: 'Dismiss' });
  await cross.waitFor();
  await page.getByRole('heading', { name: /^Attendance/ }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('button', { name: 'Correct this log' }).click();
  const save = page.getByRole('button', { name: 'Save correction' });
  await save.waitFor();
  const bottom = async () => {
    const box = await cross.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThan((await save.boundingBox())?.y ?? 0);
});

it('tell of each student who was not enrolled, also after the next one was', async () => {
  const { owner } = await stage.app.studio();
  await makeStudents(stage.app, owner, ['Ada One', 'Bea Two']);
  const page = await stage.open(`/dashboard/class-roster/${await makeClass(stage.app, owner)}`, {
    by: owner,
  });
  await loaded(page);
  const asked = '**/rpc/enrollment/enroll';
  const lose = await hold(page, asked, (route) => route.abort('internetdisconnected'));
  await enroll(page, 'Ada One');
  await page.getByPlaceholder('Type a name, email or phone').fill('Bea');
  lose();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to enroll student Ada One: ' });
  await failure.waitFor();
  await page.unroute(asked);
  await enroll(page, 'Bea Two');
  await said(page, 'Bea Two was enrolled.');
  expect(await failure.count()).toBe(1);
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await failure.waitFor({ state: 'detached' });
});

async function enroll(page: Page, name: string) {
  await page.getByPlaceholder('Type a name, email or phone').fill(name);
  await page.getByRole('option', { name }).click();
  const button = page.getByRole('button', { name: 'Enroll', exact: true });
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name }).waitFor();
}

async function topOf(toast: ReturnType<Page['getByRole']>) {
  return (await toast.boundingBox())?.y ?? 0;
}
