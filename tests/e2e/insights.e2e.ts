import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openRandom } from '#server/demo/random.ts';
import { formatMoney } from '#shared/money.ts';
import { makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeInstructor } from '#tests/support/factories.ts';
import { expectAccessible, hold, loaded, useBrowser } from '#tests/support/browser.ts';
import { countByHand } from '#tests/support/insights-by-hand.ts';
import { fillRandomly, readRaw } from '#tests/support/random-studio.ts';

const stage = useBrowser();
const zone = 'America/New_York';
const november = ['2026-11-01', '2026-11-30'] as const;
const october = ['2026-10-01', '2026-10-31'] as const;

describe('the insights of a studio', () => {
  it('show what its database holds, and the rows behind it', async () => {
    const { owner } = await stage.app.studio({ timeZone: zone });
    await fillRandomly(stage.app, owner, openRandom(277));
    const studio = await readRaw(stage.app, owner);
    const page = await stage.open('/dashboard/insights', { by: owner });
    await page.getByText('Comprehensive analytics for your dance studio').waitFor();
    await expectFigures(page, countByHand(studio, ...november, zone));
    await expectAccessible(page);
    expect(await page.evaluate(cardsWithCoveredParts)).toEqual([]);

    await page.getByRole('button', { name: 'Last month' }).click();
    await page.waitForURL('**/insights?start=2026-10-01&end=2026-10-31');
    await page.getByText('Oct 1 – 31, 2026, compared with').waitFor();
    await expectFigures(page, countByHand(studio, ...october, zone));
    await page.goBack();
    await page.getByText('Nov 1 – 30, 2026, compared with Oct 1 – 31, 2026').waitFor();
    await expect.poll(() => page.getByLabel('Start Date').inputValue()).toBe('2026-11-01');

    const about = page.getByRole('button', { name: 'What Total Revenue counts' });
    await about.click();
    await page.getByText('All payments made in this period').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByText('All payments made in this period').waitFor({ state: 'detached' });

    // The number leads to its rows, which add up to it; Escape leads back to the number.
    const revenue = countByHand(studio, ...november, zone).totalRevenueCents;
    const opener = page.getByRole('button', { name: /^Total Revenue:/ });
    await opener.click();
    const rows = page.getByRole('dialog', { name: 'Total Revenue' });
    await rows.getByText(/\d+ in all/).waitFor();
    await expectAccessible(page);
    await rows.getByRole('columnheader').getByRole('button', { name: 'Amount' }).waitFor();
    expect(await amountsIn(rows.getByRole('table'))).toBe(revenue);
    const file = await downloaded(page, () => rows.getByRole('button', { name: 'Download CSV' }).click());
    expect(file.text).toMatch(/^\ufeffName,Details,Date,Amount in USD\r\n/);
    expect(file.name).toBe('Total Revenue 2026-11-01 to 2026-11-30.csv');
    await page.keyboard.press('Escape');
    await rows.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Total Revenue'));

    const byClass = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download Revenue by Class as CSV' }).click(),
    );
    expect(byClass.text).toMatch(/^\ufeffClass,Revenue in USD\r\n/);
    expect(byClass.name).toBe('Revenue by Class 2026-11-01 to 2026-11-30.csv');
    const popular = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download Most Popular Classes as CSV' }).click(),
    );
    expect(popular.name).toBe('Most Popular Classes as of 2026-11-21.csv');
  });

  it('show the newest of many rows, and put them all into the file', async () => {
    const { owner } = await stage.app.studio();
    await stage.app.database.inTenant(owner, (db) =>
      db
        .insertInto('inquiries')
        .values(
          Array.from({ length: 501 }, (_, nth) => ({
            fullName: `Lead ${nth}`,
            createdAt: '2026-11-02T12:00Z',
          })),
        )
        .execute(),
    );
    const page = await stage.open('/dashboard/insights', { by: owner });
    await page.getByRole('button', { name: /^New Inquiries:/ }).click();
    const rows = page.getByRole('dialog', { name: 'New Inquiries' });
    await rows.getByText('The newest 500, Nov 1 – 30, 2026. The CSV file holds all of them').waitFor();
    await expectAccessible(page);
    // A part of them sorted by itself would pass for the first of all.
    expect(await rows.getByRole('columnheader').getByRole('button').count()).toBe(0);
    const button = rows.getByRole('button', { name: 'Download CSV' });
    const answer = await hold(page, '**/rpc/insights/rows**');
    const file = await downloaded(page, async () => {
      await button.click();
      await rows.locator('button[data-loading]').waitFor();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      answer();
    });
    await button.and(page.locator(':focus')).waitFor();
    expect(file.text.trim().split('\r\n')).toHaveLength(502);
    expect(file.name).toBe('New Inquiries 2026-11-01 to 2026-11-30.csv');
  });

  it('keep an amount in one piece on a phone, however wide its letters are set', async () => {
    const { owner } = await stage.app.studio();
    await makeSubscription(stage.app, owner, { amountPaidCents: 27_514_100, paidOn: '2026-11-02' });
    const page = await stage.open('/dashboard/insights', { by: owner, viewport: 'phone' });
    const revenue = page.getByRole('button', { name: 'Total Revenue: $275,141.00' });
    await revenue.waitFor();
    const lines = () =>
      revenue.evaluate((amount) => {
        const range = document.createRange();
        range.selectNodeContents(amount);
        const shown = [...range.getClientRects()].filter(({ width }) => width > 1);
        return new Set(shown.map(({ top }) => Math.round(top))).size;
      });
    await expect.poll(lines).toBe(1);
    // The spacing of WCAG 1.4.12.
    await page.addStyleTag({
      content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    });
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(lines, { message: `at ${width}` }).toBe(1);
    }
  });

  it('take both days of a range, however quickly the second follows the first', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/insights', { by: owner });
    await page.getByText('Nov 1 – 30, 2026, compared with').waitFor();
    await page.getByLabel('Start Date').fill('2026-10-05');
    await page.getByLabel('End Date').fill('2026-11-20');
    await page.waitForURL('**/insights?start=2026-10-05&end=2026-11-20');
    await page.getByText('Oct 5 – Nov 20, 2026, compared with').waitFor();
    await page.getByRole('button', { name: 'This month' }).click();
    await page.waitForURL('**/insights');
  });

  it('say what is wrong with a range, and keep the figures meanwhile', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/insights', { by: owner });
    await page.getByText('No lead source data available').waitFor();
    await page.getByLabel('Start Date').fill('2026-12-24');
    await page.getByText('The start date must not be after the end date.').waitFor();
    expect(await page.getByLabel('Start Date').getAttribute('aria-invalid')).toBe('true');
    await page.getByText('No lead source data available').waitFor();
    await expectAccessible(page);

    // What is kept is still called by its own period, here while another one is on its way.
    await page.getByText('Nov 1 – 30, 2026, compared with').waitFor();
    const release = await hold(page, '**/rpc/insights/get*');
    await page.getByRole('button', { name: 'Last month' }).click();
    await page.waitForURL('**/insights?start=2026-10-01&end=2026-10-31');
    await page.getByText('Nov 1 – 30, 2026, compared with').waitFor();
    await page.getByRole('button', { name: /^New Inquiries:/ }).click();
    await page.getByText('Nothing of Nov 1 – 30, 2026 is counted here.').waitFor();
    release();
    await page.getByText('Oct 1 – 31, 2026, compared with').waitFor();
  });

  it('say that a range which was never right has none', async () => {
    const { owner } = await stage.app.studio();
    const range = 'start=2026-12-24&end=2026-11-30';
    const page = await stage.open(`/dashboard/insights?${range}`, { by: owner });
    await page.getByText('The start date must not be after the end date.').waitFor();
    await page.getByText('No figures for this period').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'This month' }).click();
    await page.getByText('Nov 1 – 30, 2026, compared with').waitFor();
  });

  it('have words for nothing', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/insights', { by: owner });
    for (const words of [
      'No lead source data available',
      'No session data available',
      'No class enrollment data available',
      'No instructor workload data available',
      'No class revenue data for this period.',
    ])
      await page.getByText(words, { exact: true }).waitFor();
    await page.getByRole('row', { name: 'Tryouts Scheduled 0 (show the rows) 0%' }).waitFor();
    await page.getByRole('button', { name: /^0\.0% / }).waitFor();
    await expectAccessible(page);
  });

  it('say when they can not be loaded, and try again', async () => {
    const { owner } = await stage.app.studio();
    const page = await stage.open('/dashboard/cancellations', { by: owner });
    await page.addInitScript(() => {
      const send = window.fetch;
      window.fetch = (...call) => {
        const { url } = new Request(...call);
        const isBroken = url.includes('/insights/get') && sessionStorage.getItem('repaired') === null;
        const answer = { json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'x' } };
        return isBroken
          ? Promise.resolve(Response.json(answer, { status: 500 }))
          : send.call(window, ...call);
      };
    });
    await page.goto(`${stage.url}/dashboard/insights`);
    const failure = page.getByRole('alert').filter({ hasText: 'Error Loading Insights' });
    await failure.getByText('Failed to fetch insights data').waitFor();
    await expectAccessible(page);
    await page.evaluate(() => sessionStorage.setItem('repaired', 'yes'));
    await failure.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No lead source data available').waitFor();
  });
});

describe("an instructor's activity", () => {
  it('stands on their profile for owners, with a range in the address, and not for staff', async () => {
    const { owner, staff } = await stage.app.studio();
    const id = await makeInstructor(stage.app, owner, { fullName: 'Ina Instructor' });
    const page = await stage.open(`/dashboard/instructor-profile/${id}`, { by: owner });
    await page.getByRole('heading', { name: 'Activity Summary' }).waitFor();
    const activity = page.getByRole('list', { name: 'Activity' });
    await activity.getByText('Group Classes').waitFor();
    await expect.poll(() => activity.getByRole('listitem').count()).toBe(4);
    await page.getByText('Nov 1 – 30, 2026', { exact: true }).waitFor();
    const release = await hold(page, '**/rpc/insights/activity*');
    await page.getByRole('button', { name: 'This year' }).click();
    await page.waitForURL('**?start=2026-01-01&end=2026-12-31');
    // What is kept is still called by its own period.
    await page.getByText('Nov 1 – 30, 2026', { exact: true }).waitFor();
    release();
    await page.getByText('Jan 1 – Dec 31, 2026', { exact: true }).waitFor();
    await page.getByLabel('Start Date').fill('2027-01-04');
    await page.getByText('The start date must not be after the end date.').waitFor();
    await page.getByText('Jan 1 – Dec 31, 2026', { exact: true }).waitFor();
    await expectAccessible(page);

    const desk = await stage.open(`/dashboard/instructor-profile/${id}`, { by: staff });
    await desk.getByRole('heading', { name: 'Teaching' }).waitFor();
    await loaded(desk);
    expect(await desk.getByText('Activity Summary').count()).toBe(0);
  });

  it('is led to from the workload, with their pay terms, when they were deleted', async () => {
    const { owner, staff } = await stage.app.studio();
    const instructorId = await makeInstructor(stage.app, owner);
    const classId = await makeClass(stage.app, owner, { instructorId, sessionEndDate: '2026-11-20' });
    await stage.app.database.inTenant(owner, (db) =>
      db
        .insertInto('attendanceSessions')
        .values({ classId, instructorId, sessionDate: '2026-11-18', status: 'Completed' })
        .execute(),
    );
    await owner.api.people.instructors.delete({ id: instructorId });
    const page = await stage.open('/dashboard/insights', { by: owner });
    await page.getByRole('link', { name: 'Deleted instructor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deleted instructor' }).waitFor();
    await page.getByText('Payment type').waitFor();
    await page.getByRole('list', { name: 'Activity' }).getByText('Group Classes').waitFor();
    for (const name of ['Edit', 'Delete'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    await expectAccessible(page);

    const desk = await stage.open(`/dashboard/instructor-profile/${instructorId}`, { by: staff });
    await desk.getByText('Instructor not found').waitFor();
  });
});

type Counted = ReturnType<typeof countByHand>;

/** Every number of the screen beside the same number counted from the rows of the database. */
async function expectFigures(page: Page, counted: Counted) {
  const money = (cents: number) => formatMoney(cents, 'USD');
  const figures: Record<string, string | number> = {
    'Total Revenue': money(counted.totalRevenueCents),
    'Active Students': counted.activeStudents,
    'New Inquiries': counted.newInquiries,
    'Total Renewals': counted.totalRenewals,
    'Tryouts Completed': counted.completedTryouts,
    'Tryout Revenue': money(counted.tryoutRevenueCents),
    'Total Classes': counted.totalClasses,
    'Completed Sessions': counted.totalCompletedSessions,
    'Total Enrollments': counted.totalEnrollments,
  };
  for (const [label, value] of Object.entries(figures)) {
    const name = `${label}: ${value} (show the rows)`;
    await page.getByRole('button', { name, exact: true }).waitFor();
  }
  // In tenths: by itself, toFixed takes 17.65 for less than it is.
  const rate = Math.round(counted.conversionRate * 10) / 10;
  await page.getByRole('button', { name: `${rate.toFixed(1)}% (show the rows)` }).waitFor();
  const sessions = (count: number) => `${count} ${count === 1 ? 'session' : 'sessions'}`;
  await expectBars(page, 'Inquiries by lead source', counted.leadSources, String);
  await expectBars(page, 'Completed sessions by weekday', counted.days, sessions);
  await expectBars(page, 'Completed sessions by instructor', counted.workload, sessions);
  await expectBars(page, 'Revenue by class', counted.revenueByClass, money);
}

async function expectBars(
  page: Page,
  caption: string,
  counted: Record<string, number>,
  format: (value: number) => string,
) {
  const table = page.getByRole('table', { name: caption });
  for (const [name, value] of Object.entries(counted))
    await table.getByRole('row', { name: `${name} ${format(value)} (show the rows)`, exact: true }).waitFor();
  if (Object.keys(counted).length > 0)
    expect(await table.getByRole('rowheader').count()).toBe(Object.keys(counted).length);
}

async function amountsIn(table: ReturnType<Page['getByRole']>): Promise<number> {
  const texts = await table.locator('td').allInnerTexts();
  const amounts = texts.flatMap((text) => /\$([\d,]+)\.(\d\d)/.exec(text)?.slice(1).join('') ?? []);
  return amounts.reduce((total, amount) => total + Number(amount.replaceAll(',', '')), 0);
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** The cards of which one part lies over another. */
function cardsWithCoveredParts(): string[] {
  return [...document.querySelectorAll('main ul > li')]
    .filter(({ children }) =>
      [...children].some(
        (part) =>
          part.getBoundingClientRect().top <
          (part.previousElementSibling?.getBoundingClientRect().bottom ?? 0) - 1,
      ),
    )
    .map(({ textContent }) => textContent);
}
