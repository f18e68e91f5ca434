import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAttendedClass } from '#tests/support/attended-class.ts';
import { expectAccessible, hold, loaded, useBrowser } from '#tests/support/browser.ts';
import { makeClass, makeClassroom, makeInstructor } from '#tests/support/factories.ts';

const stage = useBrowser();
const week = '/dashboard?view=week&date=2026-11-23';

describe('the week, where four classes take place at a time', () => {
  it('breaks no word of a title, and says of a narrow block that it is cancelled', async () => {
    const { owner } = await stage.app.studio();
    const names = ['Contemporary Level 2', 'Modern Level 2', 'Hip Hop Beginners', 'Ballroom Teens'];
    const daysOfWeek = [1, 2, 3, 4, 5, 6];
    for (const name of names) await makeClass(stage.app, owner, { name, daysOfWeek });
    const classId = await makeClass(stage.app, owner, { name: 'Jazz Level 2', daysOfWeek: [2] });
    await owner.api.scheduling.cancellations.create({ classId, date: '2026-11-24' });

    const page = await stage.open(week, { by: owner });
    await loaded(page);
    const blocks = page.getByRole('button', { name: /Level 2|Beginners|Teens/ });
    await expect.poll(() => blocks.count()).toBe(25);
    await expect.poll(() => brokenWords(page)).toEqual([]);

    const block = page.getByRole('button', { name: /Jazz Level 2.*CANCELLED FOR THIS DATE/ });
    const [edge, sign] = await Promise.all([block.boundingBox(), block.locator('svg').boundingBox()]);
    if (!edge || !sign) throw new Error('the cancelled block is not drawn');
    expect(sign.x + sign.width).toBeLessThanOrEqual(edge.x + edge.width);
    expect(sign.y + sign.height).toBeLessThanOrEqual(edge.y + edge.height);
    const tooltip = block.getByTitle(/^Jazz Level 2 \(cancelled for this date\)\n/);
    expect(await tooltip.count()).toBe(1);
  });
});

it('says of days without sessions that there are none, whatever is filtered', async () => {
  const { owner } = await stage.app.studio();
  await makeClass(stage.app, owner, { name: 'Ballet', daysOfWeek: [1] });
  const page = await stage.open('/dashboard?view=week&type=Ballet&date=2020-01-06', { by: owner });
  await page.getByText('No sessions in this week').waitFor();
  await page.goto(`${stage.url}/dashboard?view=instructors&type=Ballet&date=2026-11-29`);
  await page.getByText('Showing 0 of 0 sessions').waitFor();
  await loaded(page);
  expect(await page.getByText('No classes match your filter criteria.').count()).toBe(0);
});

describe('what is on its way', () => {
  it.each([
    ['Loading the enrollment form', '/dashboard/manage-students', '**/rpc/scheduling/classes/**', 'desktop'],
    ['Loading the enrollment form', '/dashboard/manage-students', '**/rpc/scheduling/classes/**', 'phone'],
    ['Loading the schedule', week, '**/rpc/scheduling/calendar**', 'desktop'],
  ] as const)('comes where its grey shape stood: %s, %s, %s', async (label, path, asked, viewport) => {
    const { owner } = await stage.app.studio();
    await makeClass(stage.app, owner);
    const page = await stage.open('/login', { by: owner, viewport });
    const release = await hold(page, asked);
    await page.goto(stage.url + path);
    const grey = page.getByRole('status').filter({ hasText: label }).locator('xpath=..');
    await grey.waitFor();
    const expected = (await grey.boundingBox())?.height ?? 0;
    const region = await grey.elementHandle();
    release();
    await region?.waitForSelector('button');
    await loaded(page);
    const height = async () => (await region?.boundingBox())?.height ?? 0;
    await expect.poll(async () => Math.abs((await height()) - expected)).toBeLessThanOrEqual(4);
  });
});

/** Words of titles that stand on more than one line. */
function brokenWords(page: Page): Promise<string[]> {
  return page.locator('[data-dance] > span:first-child').evaluateAll((titles) =>
    titles.flatMap((title) => {
      const text = title.lastChild;
      return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        if (!text) return [];
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > 1 ? [word] : [];
      });
    }),
  );
}

it('tells instructors of one name apart in the filter and above their columns', async () => {
  const { owner } = await stage.app.studio();
  const ids: string[] = [];
  for (const startTime of ['17:00', '18:00']) {
    const instructorId = await makeInstructor(stage.app, owner, { fullName: 'Ina Instructor' });
    await makeClass(stage.app, owner, { instructorId, startTime, endTime: '19:00' });
    ids.push(instructorId);
  }
  await stage.app.database.inTenant(owner, (db) =>
    db.updateTable('profiles').set({ email: 'ina@barre.test' }).where('id', 'in', ids.slice(1)).execute(),
  );
  const page = await stage.open('/dashboard?view=instructors&date=2026-11-23', { by: owner });
  const label = 'Ina Instructor, ina@barre.test';
  await page.getByRole('list', { name: label }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Instructor', { exact: true }).selectOption({ label });
  await page.getByText('Showing 1 of 2 sessions').waitFor();
});

it('shows which sessions are logged, and of those leads to the log and offers nothing that is refused', async () => {
  const { owner } = await stage.app.studio();
  const { oneOffs } = owner.api.scheduling;
  const held = {
    instructorId: await makeInstructor(stage.app, owner),
    roomId: await makeClassroom(stage.app, owner),
  };
  const { classId } = await makeAttendedClass(stage.app, owner, { name: 'Ballet 1' });
  const attended = { classId, date: '2026-11-18', idempotencyKey: randomUUID() };
  await owner.api.attendance.save({ ...attended, status: 'Completed', entries: [] });
  for (const [nth, outcome] of (['Completed', null] as const).entries()) {
    const { id } = await oneOffs.create({
      ...held,
      sessionType: 'Private',
      sessionDate: '2026-11-19',
      startTime: `1${nth}:00`,
      endTime: `1${nth}:45`,
    });
    if (outcome) await owner.api.attendance.outcome.log({ id, version: 1, outcome });
  }
  for (const viewport of ['desktop', 'phone'] as const) {
    const page = await stage.open('/dashboard?view=week&date=2026-11-18', { by: owner, viewport });
    const itemsOf = async (name: RegExp) => {
      await page.getByRole('button', { name }).click();
      const items = await page.getByRole('menuitem').allInnerTexts();
      await page.keyboard.press('Escape');
      return items;
    };
    if (viewport === 'phone') await page.getByText('Earlier this week').click();
    const ofLogged = await itemsOf(/Ballet 1.*Logged/);
    expect(ofLogged).toContain('View Attendance');
    expect(ofLogged).not.toContain('Cancel this date');
    expect(await itemsOf(/Private.*Logged/)).toEqual(['View Outcome', 'Edit Session', 'Close']);
    expect(await itemsOf(/^(?!.*Logged).*Private/)).toEqual([
      'Log Outcome',
      'Edit Session',
      'Cancel Session',
      'Close',
    ]);
    await expectAccessible(page);
  }
});
