import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { openRequestLimit } from '#platform/request-limit.ts';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { expectAccessible, hearsOthers, said, useBrowser } from '#tests/support/browser.ts';
import { makeDanceType } from '#tests/support/factories.ts';
import { keptForOffline } from '#tests/support/offline.ts';
import { testToday, type Actor } from '#tests/support/test-app.ts';

// Whoever has made more requests than a login may loses nothing: what was typed stays, what waits is sent later, what
// could not be shown can be asked for again.

const stage = useBrowser();
const refusal = 'Too many requests. Wait a moment and try again.';

afterEach(comeBackLater);

it('keeps what was typed, and saves it a moment later', async () => {
  const { owner } = await stage.app.studio();
  const page = await stage.open('/dashboard/manage-inquiries', { by: owner });
  const name = page.getByLabel('Full name');
  await name.fill('Lena Lead');
  useUp(owner);
  await name.press('Enter');
  await page.getByText(refusal).first().waitFor();
  expect(await name.inputValue()).toBe('Lena Lead');
  await expectAccessible(page);
  expect(await owner.api.leads.list({})).toMatchObject({ total: 0 });

  comeBackLater();
  await name.press('Enter');
  await expect.poll(() => name.inputValue()).toBe('');
  expect(await owner.api.leads.list({})).toMatchObject({ total: 1 });
});

it('says why a page has nothing to show, asks again when told to, and keeps what it had', async () => {
  const { owner } = await stage.app.studio();
  await makeDanceType(stage.app, owner, { name: 'Contemporary' });
  const page = await stage.open('/dashboard', { by: owner });
  await hearsOthers(page);
  useUp(owner);
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/rpc/catalog/'))));
  await page.getByRole('link', { name: 'Dance Types' }).first().click();
  await page.getByText(refusal).first().waitFor();
  const askedBefore = asked;
  await expectAccessible(page);
  expect(asked).toBe(askedBefore);
  comeBackLater();
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await page.getByText('Contemporary').first().waitFor();

  // Loaded anew it shows what was kept, as without a network.
  const isKept = async () => (await keptForOffline(page)).answers.some((key) => key.includes('danceTypes'));
  await expect.poll(isKept).toBe(true);
  useUp(owner);
  await page.reload();
  await page.getByText('Contemporary').first().waitFor();
  await page.getByText('Connection lost').waitFor();
  comeBackLater();
  await page.getByText('Connection lost').waitFor({ state: 'detached' });
});

it('keeps a log that is saved, and one that waits, and sends it a while later', async () => {
  const { owner } = await stage.app.studio();
  const { classId, page } = await openSheet(owner);
  await page.getByRole('switch', { name: /Student 01/ }).click();
  useUp(owner);
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.getByText(refusal).first().waitFor();
  await page.getByText('2 of 3 present').first().waitFor();

  await page.context().route('**/rpc/attendance/save', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.getByText('Saved on this device. It will be sent when you are online.').waitFor();
  await page.context().unrouteAll();
  // Changed, it is refused once more, and waits as it is now.
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByRole('switch', { name: /Student 02/ }).click();
  await page.getByRole('button', { name: 'Save Attendance' }).click();
  await page.getByText('1 of 3 present. Absent: Student 01, Student 02.').waitFor();
  await page.getByText(refusal).first().waitFor();
  expect((await keptForOffline(page)).outbox).toHaveLength(1);
  expect(await owner.api.attendance.sheet({ classId, date: testToday })).toMatchObject({ log: null });

  comeBackLater();
  await said(page, 'Attendance of Ballet 1, Sat, Nov 21 was sent.');
  const { students } = await owner.api.attendance.sheet({ classId, date: testToday });
  expect(students.filter(({ isPresent }) => isPresent)).toHaveLength(1);
  await expect.poll(async () => (await keptForOffline(page)).outbox).toEqual([]);
});

/** Has somebody make all requests of this minute. */
function useUp({ userId }: Actor) {
  const limit = openRequestLimit(1);
  limit(userId, 'read');
  stage.server.requestLimit = limit;
}

function comeBackLater() {
  stage.server.requestLimit = openRequestLimit(stage.server.config.REQUESTS_PER_MINUTE);
}

async function openSheet(by: Actor): Promise<{ classId: string; page: Page }> {
  const { classId } = await makeAttendedClass(stage.app, by, { name: 'Ballet 1', daysOfWeek: [6] });
  const page = await stage.open(`/dashboard/attendance/${classId}/${testToday}`, { by });
  await page.getByRole('button', { name: 'Save Attendance' }).waitFor();
  await hearsOthers(page);
  return { classId, page };
}
