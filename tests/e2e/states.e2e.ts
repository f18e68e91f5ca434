import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  holdsFocus,
  loaded,
  sidewaysProblems,
  useBrowser,
} from '#tests/support/browser.ts';
import { makeEverything } from '#tests/support/everything.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { listScreens } from '#tests/support/screens.ts';
import type { Actor } from '#tests/support/test-app.ts';

// What no address leads to: what opens above a screen, a form that is wrong, a screen that could not be loaded.

const stage = useBrowser();
let owner: Actor;
let screens: Map<string, string>;

beforeAll(async () => {
  ({ owner } = await stage.app.studio());
  await makeEverything(stage.app, owner);
  const { id } = await owner.api.leads.create({ fullName: 'Ben Tendu' });
  await owner.api.leads.setStatus({ id, version: 1, status: 'contacted' });
  const booking = oneOffOn(await makeStage(stage.app, owner), { sessionType: 'Tryout', inquiryId: id });
  await owner.api.scheduling.oneOffs.create(booking);
  screens = new Map(await listScreens(stage.app.database, owner));
});

type Words = string | RegExp;
/** What is pressed for it, one after the other; what it is called, a menu is not; what sends the form in it. */
type Surface = [pressed: [opener: Words, ...steps: Words[]], name?: Words, submit?: string];

const surfaces: Record<string, Surface[]> = {
  dashboard: [
    [[/^Actions for/]],
    [[/^Actions for/, 'Edit Rule'], 'Edit Rule', 'Save Changes'],
    [[/^Actions for/, 'Cancel a Date'], 'Cancel a Date', 'Cancel this date'],
    [[/^Actions for/, 'Delete Rule'], /delete this class rule/],
    [['Keyboard shortcuts'], 'Keyboard shortcuts'],
    [[/^Search/], 'Search and commands'],
    [[/Olive Owner/]],
    [[/Olive Owner/, 'Sign out everywhere'], 'Sign out everywhere?'],
  ],
  insights: [[[/show the rows/], /./]],
  'classes-one-time': [
    [[/^Actions for/, 'Edit Session'], 'Edit Session', 'Save Changes'],
    [[/^Actions for/, 'Cancel Session'], /cancel this session/],
  ],
  cancellations: [[['Cancel several days'], 'Cancel Several Days', 'Cancel these days']],
  'instructor-profile': [
    [['Edit'], 'Edit instructor', 'Save Changes'],
    [['Delete'], /delete this instructor/],
  ],
  'student-profile': [
    [['Edit'], 'Edit student', 'Save Changes'],
    [['Delete'], /delete this student/],
    [['Add payment'], 'Add payment', 'Add payment'],
    [[/^Actions for the payment/, 'Edit'], 'Edit payment', 'Save Changes'],
    [[/^Actions for the payment/, 'Show changes'], /^Changes of the payment/],
  ],
  'class-roster': [
    [[/^Change since when/], /^Since when/, 'Save Changes'],
    [[/^Remove /], /remove this student/],
  ],
  classrooms: [
    [[/^Edit /], 'Edit classroom', 'Save Changes'],
    [[/^Delete /], /delete this classroom/],
  ],
  'dance-types': [[[/^Edit /], 'Edit dance type', 'Save Changes']],
  inquiries: [
    [[/change the status/]],
    [[/^Edit /], 'Edit Inquiry Details', 'Save Changes'],
    [[/^Delete /], /delete/],
    [[/^Actions for/], 'Inquiry Actions'],
    [[/^Actions for/, /^Schedule Tryout/], 'Schedule Tryout', 'Schedule Tryout'],
    [[/^Actions for/, /^Already a student/], 'Already a Student', 'Link student'],
  ],
  'edit-profile': [
    [['Invite'], 'Invite a team member', 'Send invitation'],
    [[/^Actions for/, 'Remove access'], /from the team/],
  ],
};

const surfacesOnPhones: Record<string, Surface[]> = {
  dashboard: [[['Open menu'], 'Menu']],
  students: [[['View cart'], 'Enrollment Cart']],
};

describe('what opens above a screen', () => {
  it.each([
    ...Object.entries(surfaces).map((each) => [...each, 'desktop'] as const),
    ...Object.entries(surfacesOnPhones).map((each) => [...each, 'phone'] as const),
  ])('takes the focus, keeps it and gives it back: %s', async (screen, all, viewport) => {
    const page = await openScreen(screen, viewport);
    const refused: string[] = [];
    page.on('response', (answer) => void (answer.status() === 400 && refused.push(answer.url())));
    for (const [[first, ...steps], name, submit] of all) {
      const at = [first, ...steps].join(', then ');
      const opener = page.getByRole('button', { name: first }).locator('visible=true').first();
      const surface = page.getByRole(
        name === undefined ? 'menu' : 'dialog',
        name === undefined ? {} : { name },
      );
      // A menu of what is out of sight is not shown.
      await opener.scrollIntoViewIfNeeded();
      await opener.press('Enter');
      for (const step of steps) {
        // What opens takes the focus a moment later: Enter would press what it is moved to.
        await holdsFocus(page.locator(opened));
        await stepIn(page, step).press('Enter');
      }
      await surface.waitFor();
      await holdsFocus(surface);
      if (name !== undefined) expect(await leaksFocus(page, surface), at).toBe(false);
      await expectNoProblems(page, at);
      if (submit !== undefined) {
        await empty(surface);
        await surface.getByRole('button', { name: submit, exact: true }).press('Enter');
        await expectTied(surface, at);
        await expectNoProblems(page, `${at}, wrong`);
      }
      await close(page, surface);
      await expect.poll(() => opener.evaluate(hasFocusBack), { message: at }).toBe(true);
    }
    expect(refused, 'asked for what cannot be').toEqual([]);
  });
});

/** The forms that stand on a screen, by what sends them; what they are called, where that stands outside. */
const forms: [screen: string, submit: string, name?: string][] = [
  ['classrooms', 'Add classroom'],
  ['classes', 'Add class'],
  ['classes-one-time', 'Schedule session'],
  ['students', 'Add to cart'],
  ['students', 'Enroll student', 'Student'],
  ['inquiries', 'Add inquiry'],
  ['instructors', 'Add instructor'],
  ['edit-profile', 'Save Changes'],
];

describe('a form on a screen', () => {
  it('says of each field what is wrong, and leads to the first', async () => {
    const page = await openScreen('dashboard');
    for (const [screen, submit, name] of forms) {
      await page.goto(stage.url + screens.get(screen));
      await loaded(page);
      const send = page.getByRole('button', { name: submit, exact: true });
      const form = name
        ? page.getByRole('form', { name, exact: true })
        : page.locator('main form', { has: send });
      await empty(form);
      await send.press('Enter');
      await expectTied(form, `${screen}, ${submit}`);
      await expectNoProblems(page, `${screen}, ${submit}`, 'main');
    }
  });
});

describe('a screen', () => {
  it('says what could not be loaded and offers to try again', async () => {
    const page = await openScreen('dashboard');
    const json = { defined: false, code: 'CONFLICT', status: 409, message: 'Not now.' };
    const isAsked = ({ pathname }: URL) => /^\/rpc\/(?!auth\/session$)/.test(pathname);
    await page.route(isAsked, (route) => route.fulfill({ status: 409, json: { json } }));
    for (const [screen, path] of screens) {
      if (!path.startsWith('/dashboard') || withNothingToLoad.includes(screen)) continue;
      await page.goto(stage.url + path);
      await loaded(page);
      await page.getByRole('alert').filter({ hasText: 'Not now.' }).first().waitFor();
      await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().waitFor();
      await expectNoProblems(page, screen, 'body');
    }
  });

  it('says so where there is no network, and what it has not got', async () => {
    const page = await openScreen('cancellations');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    for (const name of ['Insights', 'Instructors']) {
      await page.getByRole('link', { name, exact: true }).press('Enter');
      await page.getByRole('alert').filter({ hasText: 'You are offline.' }).first().waitFor();
      await page.getByText('Connection lost').waitFor();
      await expectNoProblems(page, name, 'body');
    }
  });
});

const withNothingToLoad = ['color-palette', 'your-data', 'your-data-classes'];

const opened = ':is([role="dialog"], [role="menu"], dialog[open])';

async function openScreen(screen: string, viewport: 'desktop' | 'phone' = 'desktop'): Promise<Page> {
  const page = await stage.open(screens.get(screen) ?? '', { by: owner, viewport });
  await loaded(page);
  return page;
}

function stepIn(page: Page, name: Words): Locator {
  const within = page.locator(opened);
  return within.getByRole('menuitem', { name }).or(within.getByRole('button', { name }));
}

/** In each theme at one width, and no wider than the narrowest phone. */
async function expectNoProblems(page: Page, at: string, within = opened): Promise<void> {
  const isOnPhones = page.viewportSize()?.width === 390;
  const looks = [
    [isOnPhones ? 'phone' : 'desktop', 'light'],
    ['phone', 'dark'],
  ] as const;
  const found = [
    ...(await accessibilityProblems(page, { within, looks })),
    ...(await sidewaysProblems(page, [390, 320])),
  ];
  expect(found, at).toEqual([]);
}

async function empty(surface: Locator): Promise<void> {
  const fields = surface.locator(
    'input:not([type="radio"], [type="checkbox"], [role], [readonly]), textarea',
  );
  for (const field of await fields.locator('visible=true').all()) await field.fill('');
}

async function close(page: Page, surface: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  const discard = page.getByRole('button', { name: 'Discard changes' });
  await expect
    .poll(async () => {
      if (await discard.isVisible()) await discard.click();
      return await surface.count();
    })
    .toBe(0);
}

/** Whether the focus gets out where it should come round. */
async function leaksFocus(page: Page, surface: Locator): Promise<boolean> {
  for (const [end, key] of [
    [-1, 'Tab'],
    [0, 'Shift+Tab'],
  ] as const) {
    await surface.evaluate((node, index) => {
      const all = node.querySelectorAll<HTMLElement>(
        'a, button:enabled, input:enabled, textarea, [tabindex="0"]',
      );
      [...all]
        .filter((each) => each.tabIndex >= 0 && each.checkVisibility())
        .at(index)
        ?.focus();
    }, end);
    await page.keyboard.press(key);
    if (await surface.evaluate(isLeft)) return true;
  }
  return false;
}

/** The browser's own dialogs lead on to the browser's own buttons, and nowhere on the page. */
function isLeft(surface: Element): boolean {
  const active = document.activeElement;
  return !surface.contains(active) && !(surface.matches('dialog') && active === document.body);
}

/** Each wrong field says what is wrong, and the first one of them has the focus. */
async function expectTied(form: Locator, at: string): Promise<void> {
  await form.locator('[aria-invalid="true"]').first().waitFor();
  const wrong = await form.locator('[aria-invalid="true"]').evaluateAll((fields) =>
    fields.map((field) => {
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('');
    }),
  );
  expect(wrong, at).not.toContain('');
  const first = form.locator('[aria-invalid="true"]').first();
  await expect
    .poll(() => first.evaluate((field) => field === document.activeElement), { message: at })
    .toBe(true);
}

/** The focus is on what was pressed, or on its row. */
function hasFocusBack(opener: Element): boolean {
  const active = document.activeElement;
  return active === opener || (active !== null && active === opener.closest('[role="row"]'));
}
