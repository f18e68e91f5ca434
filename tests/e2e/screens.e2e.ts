import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedDemoStudio } from '#server/demo/demo-studio.ts';
import { accessibilityProblems, loaded, sidewaysProblems, useBrowser } from '#tests/support/browser.ts';
import { listScreens } from '#tests/support/screens.ts';

const stage = useBrowser();
const missing = '00000000-0000-4000-8000-000000000000';
const ids = /[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g;

describe('every screen, in both themes, on a desk and on phones', { timeout: 900_000 }, () => {
  let demoOwner: { userId: string };
  let paths: string[];

  beforeAll(async () => {
    const founder = await seedDemoStudio(stage.server);
    const { rows } = await stage.app.database.pool.query<{ userId: string }>(
      'select user_id as "userId" from auth.membership where profile_id = $1',
      [founder?.profileId],
    );
    demoOwner = rows[0] ?? { userId: missing };
    paths = (await listScreens(stage.app.database)).map(([, path]) => path);
  });

  it('is accessible with a studio’s data', async () => {
    const page = await stage.open('/dashboard', { by: demoOwner });
    await expectNoProblems(page, paths.filter(isInside));
  });

  it('is accessible while there is nothing yet, and says so where something is missing', async () => {
    const { owner } = await stage.app.studio({ name: 'New School' });
    const page = await stage.open('/dashboard', { by: owner });
    const empty = paths.filter(isInside).map((path) => path.replaceAll(ids, missing));
    await expectNoProblems(page, empty);
  });

  it('is accessible to visitors', async () => {
    const page = await stage.open('/');
    await expectNoProblems(
      page,
      paths.filter((path) => !isInside(path)),
    );
  });
});

function isInside(path: string): boolean {
  return path.startsWith('/dashboard');
}

async function expectNoProblems(page: Page, paths: string[]) {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(stage.url + path);
    await loaded(page);
    const problems = [
      ...(await accessibilityProblems(page)),
      ...(await sidewaysProblems(page)),
      ...(await page.evaluate(wronglyCurrent)),
      ...(await unseenProblems(page)),
    ];
    found.push(...problems.map((problem) => `${path} ${problem}`));
  }
  expect(found).toEqual([]);
}

/** What nobody sees where the browser takes our colours, grounds and shadows among them. */
async function unseenProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(unseen);
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Controls of which nothing is drawn, and those that look the same with the focus and without it. */
function unseen(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  );
  return [...controls].flatMap((control) => {
    // What is drawn of a box or a switch that is not to be seen itself stands after it, or around it.
    const words = [control, control.nextElementSibling];
    const drawn = [...words, control.parentElement, control.closest('label')].filter(isToBeSeen);
    const styles = drawn.map((part) => getComputedStyle(part));
    const rings = () => styles.map(({ outline }) => outline).join();
    const before = rings();
    control.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    if (document.activeElement !== control) return [];
    const name = `“${control.ariaLabel ?? (control.innerText || control.id)}”`;
    const saysSomething = words
      .filter(isToBeSeen)
      .some((part) => part.textContent || part.querySelector('svg, img'));
    return [
      ...(saysSomething || styles.some(hasEdge) ? [] : [`draws nothing of ${name} in forced colors`]),
      ...(rings() === before ? [`shows no focus on ${name} in forced colors`] : []),
    ];
  });

  function isToBeSeen(part: Element | null): part is Element {
    return (
      part !== null &&
      part.checkVisibility({ opacityProperty: true }) &&
      part.getBoundingClientRect().width > 1
    );
  }

  function hasEdge({ borderTopStyle, borderTopWidth }: CSSStyleDeclaration): boolean {
    return borderTopStyle !== 'none' && borderTopWidth !== '0px';
  }
}

/** The links that say of another page that it is the one that is open. */
function wronglyCurrent(): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('a[aria-current="page"]')]
    .filter(({ pathname }) => pathname !== location.pathname)
    .map(({ textContent }) => `calls “${textContent}” the current page`);
}
