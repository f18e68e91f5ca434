import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';

import type Axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sessionCookie, signToken } from '#platform/caller.ts';
import { readConfig } from '#platform/config.ts';
import { openApp, serve, type App } from '#server/app.ts';
import { openChromium, type Kind } from './chromium.ts';
import { holdPort } from './held-port.ts';
import { openTestApp, testClock, testNow, type Actor, type TestApp } from './test-app.ts';

declare global {
  interface Window {
    axe: typeof Axe;
  }
}

const secret = 'a secret only browser tests know, long enough';

/** The sizes every screen is looked at in (design language R39). */
const viewports = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
type Viewport = keyof typeof viewports;
type Theme = 'dark' | 'light';

export type Stage = {
  /** The database, letters and people behind the server the browser talks to. */
  app: TestApp;
  /** The server itself, for what can only be asked of it. */
  server: App;
  url: string;
  /** A page of its own browser profile: signed in as `by`, or signed out. */
  open(
    path: string,
    options?: { by?: Pick<Actor, 'userId'>; viewport?: Viewport; theme?: Theme },
  ): Promise<Page>;
};

/**
 * A browser, and a server on an embedded database of its own whose clock stands at `testNow`. Call once at the
 * top of a test file. A console error or warning, an exception in the page or a failed answer fails the test.
 * The server runs on the settings given, as they stand when the tests begin.
 */
export function useBrowser(settings: Record<string, string> = {}, kind: Kind = {}): Stage {
  const stage = {} as Stage;
  const problems: string[] = [];
  let opened: Awaited<ReturnType<typeof openStage>> | undefined;

  beforeAll(async () => {
    opened = await openStage(problems, settings, kind);
    Object.assign(stage, opened.stage);
  });
  afterEach(async ({ task }) => {
    const found = problems.splice(0);
    if (task.result?.state === 'fail') await opened?.photograph(task.name);
    await opened?.closePages();
    expect(found, 'problems the browser reported').toEqual([]);
  });
  afterAll(() => opened?.close());
  return stage;
}

async function openStage(problems: string[], settings: Record<string, string>, kind: Kind) {
  const app = await openTestApp();
  const { server, http, url } = await startServer(app, settings);
  const browser = await openChromium(kind);
  const contexts: BrowserContext[] = [];
  const stage: Stage = {
    app,
    server,
    url,
    open: async (path, { by, viewport = 'desktop', theme = 'dark' } = {}) => {
      const context = await newContext(browser, url, viewport, theme);
      contexts.push(context);
      if (by) await signIn(context, app, by, url);
      const page = await context.newPage();
      watch(page, problems);
      await page.goto(url + path);
      routeSurely(page);
      return page;
    },
  };
  return {
    stage,
    closePages: async () => {
      await Promise.all(contexts.splice(0).map(closeContext));
    },
    photograph: async (name: string) => {
      mkdirSync('shots/failed', { recursive: true });
      const pages = contexts.flatMap((context) => context.pages());
      for (const [index, page] of pages.entries())
        await page.screenshot({ path: `shots/failed/${name.replaceAll(/\W+/g, '-')}-${index}.png` });
    },
    close: async () => {
      await browser.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await app.database.close();
    },
  };
}

const closeWithinMs = 60_000;

/**
 * What a test still holds back of its pages goes with them, and is no error. Now and then the browser never says that
 * they are closed, which says nothing of the test: then they close with it.
 */
async function closeContext(context: BrowserContext) {
  const behavior = 'ignoreErrors';
  const unrouted = [context, ...context.pages()].map((each) => each.unrouteAll({ behavior }));
  const closed = Promise.all(unrouted).then(() => context.close());
  closed.catch(() => {}); // when it fails after the wait
  await Promise.race([closed, setTimeout(closeWithinMs, undefined, { ref: false })]);
}

async function startServer(
  { database, letters }: TestApp,
  settings: Record<string, string>,
): Promise<{ server: App; http: Server; url: string }> {
  // Known before the server listens, because the accounts are told their own address.
  const { port, holder } = await holdPort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    BASE_URL: url,
    AUTH_SECRET: secret,
    DEMO: 'false',
    LOG_LEVEL: 'error',
    ...settings,
  });
  const mail: App['mail'] = { send: (letter) => Promise.resolve(void letters.push(letter)), sent: () => [] };
  const server = await openApp(config, { database, mail, clock: testClock });
  const http = serve(server);
  await new Promise<void>((resolve) => http.listen(holder, resolve));
  return { server, http, url };
}

async function newContext(browser: Browser, baseURL: string, viewport: Viewport, theme: Theme) {
  const context = await browser.newContext({
    baseURL,
    viewport: viewports[viewport],
    hasTouch: viewport === 'phone',
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    // Where it is another day than in the studios: what takes the browser's for theirs is seen.
    timezoneId: 'Pacific/Auckland',
  });
  // Long, so that only what never comes fails: how fast it comes is measured elsewhere.
  context.setDefaultTimeout(30_000);
  await context.addInitScript(standStill, Date.parse(testNow));
  return context;
}

/** The page's calendar stands at `now`; timers and frames go on, which a fake clock would take over too. */
function standStill(now: number) {
  const RealDate = Date;
  window.Date = new Proxy(RealDate, {
    construct: (_, given) => Reflect.construct(RealDate, given.length === 0 ? [now] : given) as object,
    get: (target, name) => (name === 'now' ? () => now : (Reflect.get(target, name) as unknown)),
  });
}

/**
 * Signs a person in without the sign-in form: a session in the database and its cookie in the browser. It is as new
 * as can be, so that no answer renews the cookie while a test takes it away.
 */
async function signIn(
  context: BrowserContext,
  { database }: TestApp,
  by: Pick<Actor, 'userId'>,
  url: string,
) {
  const token = randomUUID();
  await database.pool.query(
    `insert into auth.session (user_id, token, expires_at) values ($1, $2, now() + interval '30 days')`,
    [by.userId, token],
  );
  const name = sessionCookie(url);
  await context.addCookies([{ name, value: signToken(token, secret), url, httpOnly: true, sameSite: 'Lax' }]);
}

/**
 * What a page asks for right after `route` may go past it: the browser hands the way round to the page's frames a moment
 * after it has said that it did. From here on `route` waits until something that the page asks for is met.
 */
function routeSurely(page: Page) {
  const probe = '/rpc/is-it-routed';
  for (const target of [page, page.context()]) {
    const route = target.route.bind(target);
    target.route = async (...given) => {
      const routed = await route(...given);
      await route(`**${probe}`, (asked) => asked.fulfill({ status: 204 }));
      const isMet = async (path: string) => {
        const answer = await fetch(path).catch(() => null);
        return answer?.status === 204;
      };
      while (!(await page.evaluate(isMet, probe)));
      await target.unroute(`**${probe}`);
      return routed;
    };
  }
}

// A refused call (4xx) is an answer like any other to a screen, though the browser writes it to the console.
const refusalLine =
  /^Failed to load resource: the server responded with a status of 4(00|01|03|04|09|22|29)\b/;

// What a browser says by itself while a test has taken its network away, the look for a newer service worker included.
const offlineLine = /net::ERR_INTERNET_DISCONNECTED|An unknown error occurred when fetching the script/;

function watch(page: Page, problems: string[]) {
  page.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning';
    const isRefusal = refusalLine.test(message.text()) && /\/(rpc|api|live)\b/.test(message.location().url);
    // Only a test that takes the network away sees this.
    const isOffline = offlineLine.test(message.text());
    if (isProblem && !isRefusal && !isOffline) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) listening.delete(page);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} from ${response.url()}`);
    if (response.ok() && new URL(response.url()).pathname === '/live') listening.add(page);
  });
}

const listening = new WeakSet<Page>();

/** Waits until a page is told of what others change from now on. */
export async function hearsOthers(page: Page): Promise<void> {
  await expect.poll(() => listening.has(page)).toBe(true);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeOptions: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** Expects what the page shows now to break no accessibility rule, in dark and light, on a desk and a phone. */
export async function expectAccessible(page: Page, options: LookOptions = {}): Promise<void> {
  const problems = await accessibilityProblems(page, options);
  expect(problems, `accessibility of ${new URL(page.url()).pathname}`).toEqual([]);
}

/** What `expectAccessible` holds against a page, a line each. */
export async function accessibilityProblems(page: Page, options: LookOptions = {}) {
  const { isListOpen = false, within, looks = allLooks } = options;
  const before = page.viewportSize();
  const found: string[] = [];
  // Before that there is no page yet, only what says that it is coming.
  await page.locator('h1').first().waitFor();
  for (const [size, colorScheme] of looks) {
    const viewport = viewports[size];
    await page.setViewportSize(viewport);
    // Further down, what is half under an edge is too small to press, wherever a step before happened to stop.
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.emulateMedia({ colorScheme });
    await drawsFrames(page, viewport);
    await page.waitForFunction(isDrawnIn, colorScheme);
    await page.evaluate(settled);
    const lines = await runAxe(page, isListOpen, within);
    found.push(...lines.map((line) => `${colorScheme} ${viewport.width}: ${line}`));
  }
  if (before) await page.setViewportSize(before);
  return found;
}

type LookOptions = {
  /** A menu or a list of options is open. */
  isListOpen?: boolean;
  /** Only what stands in there is looked at: what opened above a screen that was. */
  within?: string;
  looks?: readonly Look[];
};
type Look = readonly [viewport: Viewport, theme: Theme];

const allLooks: readonly Look[] = [
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
];

/**
 * Waits until a page that was resized is drawn. About once in a thousand journeys a browser draws nothing any more from
 * then on, nor a screenshot, while the page itself goes on: it is resized again, which says nothing of the page.
 */
async function drawsFrames(page: Page, { width, height }: { width: number; height: number }) {
  for (let tries = 0; tries < 3; tries++) {
    const frame = page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))));
    frame.catch(() => {}); // when the page is closed meanwhile
    if (await Promise.race([frame, setTimeout(10_000, false, { ref: false })])) return;
    await page.setViewportSize({ width, height: height + 1 });
    await page.setViewportSize({ width, height });
  }
}

/** Whether the app has followed the system's scheme; the sign-in page is always dark, the landing page is no app. */
function isDrawnIn(colorScheme: Theme) {
  const drawn = document.documentElement.dataset['mantineColorScheme'];
  return drawn === undefined || drawn === (location.pathname === '/login' ? 'dark' : colorScheme);
}

/** Whatever sticks out sideways or is cut off so, from a desk down to the narrowest phone, a line each. */
export async function sidewaysProblems(page: Page, widths = [1280, 768, 390, 320]): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of widths) {
    const size = { width, height: 844 };
    await page.setViewportSize(size);
    await drawsFrames(page, size);
    await page.evaluate(settled);
    found.push(...(await page.evaluate(sticksOut)).map((problem) => `${problem} at ${width}`));
  }
  if (before) await page.setViewportSize(before);
  return found;
}

/** The page that can be moved sideways, and whatever is to be pressed where a frame cuts it off. */
function sticksOut(): string[] {
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  const opened = ':is([role="dialog"], [role="menu"], dialog[open])';
  const controls = [
    ...document.querySelectorAll(`:is(main, ${opened}) :is(a, button, input:not([type="file"]), select)`),
  ];
  const cutOff = controls.filter((control) => control.checkVisibility() && isCutOff(control));
  return [
    ...(wide > 0 ? [`sticks out by ${wide} pixels`] : []),
    ...[...document.querySelectorAll(opened)]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((frame) => `can be moved sideways: ${named(frame)}`),
    ...(cutOff[0] ? [`cuts off ${cutOff.length}, the first: ${named(cutOff[0])}`] : []),
  ];

  function isCutOff(control: Element): boolean {
    const { left, right } = control.getBoundingClientRect();
    for (let frame = control.parentElement; frame; frame = frame.parentElement) {
      const { overflowX } = getComputedStyle(frame);
      const edge = frame.getBoundingClientRect();
      // What scrolls can be reached; what is a pixel wide speaks to screen readers alone.
      if (overflowX === 'auto' || overflowX === 'scroll' || edge.width <= 1) return false;
      if (overflowX !== 'visible' && (right > edge.right + 1 || left < edge.left - 1)) return true;
    }
    return false;
  }

  function named({ ariaLabel, textContent }: Element): string {
    return ariaLabel ?? textContent ?? '';
  }
}

/** Waits until a screen shows what it has loaded, lists further down included. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const end of ['bottom', 'top'] as const) {
    await page.evaluate((to) => window.scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), end);
    await page.evaluate(settled);
    await page.waitForFunction(isQuiet, undefined, { timeout: 30_000 });
  }
}

function isQuiet() {
  return [...document.querySelectorAll('[aria-busy="true"]')].every((region) => !region.checkVisibility());
}

/** Chooses the first option of each of these fields. */
export async function chooseFirst(form: Locator, fields: readonly string[]): Promise<void> {
  for (const field of fields) {
    await form.getByLabel(field, { exact: true }).first().click();
    await form.page().getByRole('option').first().click();
  }
}

/** Waits until the focus is in a dialog, which hears the keys from then on. */
export async function holdsFocus(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
}

/** Holds what is asked back until the function it gives is called, which has it answered as `answer` says. */
export async function hold(
  page: Page,
  url: string,
  answer = (route: Route) => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await answer(route);
  });
  return resolve;
}

/** For `page.route`: what is asked is done, and its answer is lost. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('internetdisconnected');
}

/** Waits until a toast or another announcement says so. */
export async function said(page: Page, words: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: words }).first().waitFor();
}

/** No toast goes by itself from now on, as they do after seconds: one that is gone was taken down. */
export async function keepToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = window.setTimeout.bind(window);
    const later = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
      start(run, ms < 5_000 ? ms : 1_000_000_000, ...rest);
    window.setTimeout = later as typeof window.setTimeout;
  });
}

/**
 * Waits until nothing moves or fades any more; a colour that is inherited settles one element at a time. Now and then a
 * browser that was resized draws nothing more at all: that is said, and not waited for.
 */
async function settled() {
  const isFinite = (animation: Animation) => animation.effect?.getTiming().iterations !== Infinity;
  for (;;) {
    await new Promise((resolve, reject) => {
      window.setTimeout(() => reject(new Error('the browser draws no frames')), 30_000);
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const running = document.getAnimations().filter(isFinite);
    if (running.length === 0) return;
    await Promise.allSettled(running.map((animation) => animation.finished));
  }
}

async function runAxe(page: Page, isListOpen: boolean, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // A list in a portal stands outside the landmarks for as long as it is open (R39).
  const options: RunOptions = isListOpen
    ? { ...axeOptions, rules: { region: { enabled: false } } }
    : axeOptions;
  const { violations } = await page.evaluate(([place, given]) => window.axe.run(place ?? document, given), [
    within,
    options,
  ] as const);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}
