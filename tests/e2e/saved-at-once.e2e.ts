import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedDemoStudio } from '#server/demo/demo-studio.ts';
import { chooseFirst, holdsFocus, keepToasts, loaded, useBrowser } from '#tests/support/browser.ts';
import { listScreens } from '#tests/support/screens.ts';

declare global {
  interface Window {
    shownAfter: Promise<number>;
  }
}

const stage = useBrowser();
const promisedMs = 100;
/** On pages that draw much anew, whose median is 83 to 124: not what is promised. */
const nearlyMs = 150;
const times = 5;
/** What `gauge` takes on a machine that does nothing else and on which the changes take what is promised. */
const quickMs = 20;

/** One more time: fills in what is to be saved, and says what to click and which words are new then, and where. */
type Change = (nth: number) => Promise<{ click: Locator; where: string; words: string }>;

describe('what one saves in a studio of 320 students is on one’s own screen at once', () => {
  let demoOwner: { userId: string };
  let paths: Record<string, string>;

  beforeAll(async () => {
    const founder = await seedDemoStudio(stage.server);
    const { rows } = await stage.app.database.pool.query<{ userId: string }>(
      'select user_id as "userId" from auth.membership where profile_id = $1',
      [founder?.profileId],
    );
    if (!rows[0]) throw new Error('the demo studio has no owner');
    demoOwner = rows[0];
    paths = Object.fromEntries(await listScreens(stage.app.database));
  });

  it('a classroom that is added, and one that is renamed', async () => {
    const page = await open('classrooms');
    await expectAtOnce(page, 'add a classroom', async (nth) => {
      // Empty again after the one before.
      await expect.poll(() => page.getByLabel('Classroom name').inputValue()).toBe('');
      await page.getByLabel('Classroom name').fill(`Loft ${nth}`);
      return {
        click: page.getByRole('button', { name: 'Add Classroom' }),
        where: 'li',
        words: `Loft ${nth}`,
      };
    });
    await expectAtOnce(page, 'rename a classroom', async (nth) => {
      await page.getByRole('button', { name: 'Edit Studio A' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit classroom' });
      await dialog.getByLabel('Classroom name').fill(`Studio A${nth}`);
      return { click: dialog.getByRole('button', { name: 'Save' }), where: 'li', words: `Studio A${nth}` };
    });
  });

  it('an inquiry that is added, and its status', async () => {
    const page = await open('inquiries');
    await expectAtOnce(
      page,
      'add an inquiry',
      async (nth) => {
        await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('');
        await page.getByLabel('Full name').fill(`Lena Lead ${nth}`);
        const click = page.getByRole('button', { name: 'Add inquiry' });
        return { click, where: 'tr', words: `Lena Lead ${nth}` };
      },
      nearlyMs,
    );
    await expectAtOnce(page, 'set the status of an inquiry', async (nth) => {
      await page.getByRole('button', { name: `change the status of Lena Lead ${nth}` }).click();
      const click = page.getByRole('menuitem', { name: 'Contacted' });
      return { click, where: `button[aria-label$="Lena Lead ${nth}"]`, words: 'Contacted' };
    });
  });

  it('a payment', async () => {
    const page = await open('student-profile');
    await expectAtOnce(
      page,
      'add a payment',
      async (nth) => {
        await page.getByRole('button', { name: 'Add payment' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add payment' });
        await holdsFocus(dialog);
        await dialog.getByLabel('Class', { exact: true }).first().click();
        await page.getByRole('option').first().click();
        await dialog.getByLabel('Amount').fill(`${nth}1.25`);
        await dialog.getByLabel('Number of sessions').fill('4');
        await dialog.getByLabel('End date').fill('2026-12-20');
        const click = dialog.getByRole('button', { name: 'Add payment' });
        return { click, where: 'tr', words: `$${nth}1.25` };
      },
      nearlyMs,
    );
  });

  it('a date of a class that is cancelled', async () => {
    const page = await open('dashboard-week');
    await page.getByRole('button', { name: 'Next week' }).click();
    await loaded(page);
    const sessions = page.locator('button[data-dance]:not([data-cancelled])');
    await expectAtOnce(page, 'cancel a date', async () => {
      const session = sessions.filter({ hasNotText: 'One-Time' }).first();
      const [name] = (await session.locator('[title]').getAttribute('title'))?.split('\n') ?? [];
      const when = /[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, [\d:]+/.exec((await session.textContent()) ?? '');
      await session.click();
      const click = page.getByRole('menuitem', { name: 'Cancel this date' });
      return {
        click,
        where: `button[data-cancelled]:has([title^="${name} (cancelled"])`,
        words: when?.[0] ?? '?',
      };
    });
  });

  it('a class', async () => {
    const page = await open('classes');
    const form = page.getByRole('form', { name: 'New class' });
    await expectAtOnce(
      page,
      'add a class',
      async (nth) => {
        await expect.poll(() => form.getByLabel('Class name').inputValue()).toBe('');
        await form.getByLabel('Class name').fill(`A ${nth}. class`);
        await chooseFirst(form, ['Instructor', 'Classroom', 'Dance type']);
        await form.getByRole('checkbox', { name: 'Sunday' }).check({ force: true });
        await form.getByLabel('Start time').fill(`0${nth}:00`);
        await form.getByLabel('End time').fill(`0${nth}:45`);
        return {
          click: form.getByRole('button', { name: 'Add class' }),
          where: 'tr',
          words: `A ${nth}. class`,
        };
      },
      nearlyMs,
    );
  });

  it('attendance that is corrected', async () => {
    const page = await open('attendance');
    await keepToasts(page);
    await expectAtOnce(page, 'correct attendance', async (nth) => {
      // The toast of the one before lies over the button.
      if (nth > 1) await page.getByRole('button', { name: 'Dismiss' }).first().click();
      await page.getByRole('button', { name: 'Correct this log' }).click();
      await page.getByRole('switch').first().click();
      const words = await page.getByText(/^\d+ of \d+ present$/).innerText();
      return { click: page.getByRole('button', { name: 'Save correction' }), where: 'h2', words };
    });
  });

  async function open(screen: string): Promise<Page> {
    const page = await stage.open(paths[screen] ?? '', { by: demoOwner });
    await loaded(page);
    return page;
  }
});

/**
 * Expects a change to be drawn in time, and on a machine that is slower than promised for in the time that makes of it: a
 * fixed piece of work, done in between, shows how slow. Standing still for a moment only ever adds to a time, so the least
 * of them counts.
 */
async function expectAtOnce(page: Page, name: string, change: Change, withinMs = promisedMs) {
  const shown: number[] = [];
  const gauged: number[] = [];
  for (let nth = 1; nth <= times; nth++) {
    const { click, where, words } = await change(nth);
    gauged.push(await page.evaluate(gauge));
    await page.evaluate(watchFor, { where, words });
    await press(page, click);
    shown.push(await page.evaluate(() => window.shownAfter));
  }
  const slower = Math.max(1, medianOf(gauged) / quickMs);
  const figures = `${name}: ${medianOf(shown)} ms of ${shown.join(', ')}; the gauge ${gauged.join(', ')}`;
  console.log(figures);
  expect(Math.min(...shown), figures).toBeLessThanOrEqual(withinMs * slower);
}

/** Nothing of the test itself runs in the page between this and what is drawn. */
async function press(page: Page, button: Locator): Promise<void> {
  await button.hover();
  await page.mouse.down();
  await page.mouse.up();
}

function medianOf(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity;
}

/** Takes the time from the next click until the frame is drawn in which the words stand there and nothing covers them. */
function watchFor({ where, words }: { where: string; words: string }) {
  window.shownAfter = new Promise((resolve, reject) => {
    window.setTimeout(() => reject(new Error(`“${words}” is not shown in ${where}`)), 30_000);
    window.addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });

    function look(clickedAt: number) {
      requestAnimationFrame(() => {
        const places = [...document.querySelectorAll(where)];
        const isShown = places.some(({ textContent }) => textContent.includes(words));
        if (!isShown || document.querySelector('[role="dialog"]')) return look(clickedAt);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(Math.round(performance.now() - clickedAt));
        port2.postMessage(null);
      });
    }
  });
}

/** Asks the server for something small, lays out a table of 200 rows and waits for the frame. */
async function gauge(): Promise<number> {
  const began = performance.now();
  await fetch('/rpc/catalog/classrooms/list').then((answer) => answer.text());
  const table = document.createElement('table');
  for (let nth = 0; nth < 200; nth++) {
    const row = table.insertRow();
    for (const words of ['Lena Lead', 'Ballet', 'Contacted', 'Dec 1, 2026'])
      row.insertCell().textContent = words;
  }
  document.body.append(table);
  table.getBoundingClientRect();
  table.remove();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return Math.round(performance.now() - began);
}
