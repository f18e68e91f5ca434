import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { TenantScope } from '#platform/database.ts';
import { seedDemoStudio } from '#server/demo/demo-studio.ts';
import { trap, validTexts } from '#tests/fuzz/values.ts';
import { loaded, sidewaysProblems, useBrowser, type Stage } from '#tests/support/browser.ts';
import { listScreens } from '#tests/support/screens.ts';

// Texts that would run or draw something if they were taken for markup, in every place a person can write to.

const stage = useBrowser();
const shortMarkup = `<svg/onload=window.${trap}=1>`;
const [image] = validTexts;
const markup = [...validTexts.filter((text) => text.includes('<') || text.includes(':')), shortMarkup];
const longWords = ['Wolfeschlegelsteinhausenbergerdorff', 'Anastasiapetrovskayagrigoriev'.repeat(2)];

/** What people write, by column, with its longest; a name that must be there once gets its id behind it. */
const written: [table: string, column: string, longest: number, isOnce?: true][] = [
  ['classrooms', 'name', 80, true],
  ['dance_types', 'name', 80, true],
  ['classes', 'name', 120],
  ['profiles', 'full_name', 120],
  ['profiles', 'phone_number', 40],
  ['profiles', 'email', 120],
  ['inquiries', 'full_name', 120],
  ['inquiries', 'phone_number', 40],
  ['inquiries', 'email', 120],
  ['inquiries', 'lead_source', 120],
  ['inquiries', 'dance_type_interest', 200],
  ['inquiries', 'availability_notes', 2000],
  ['one_off_sessions', 'outcome_notes', 2000],
  ['attendance_sessions', 'notes', 2000],
  ['subscriptions', 'payment_notes', 2000],
  ['organizations', 'name', 120],
  ['organizations', 'phone_number', 40],
  ['organizations', 'country', 80],
  ['organizations', 'city', 80],
];

let owner: TenantScope & { userId: string };
let screens: [name: string, path: string][];

beforeAll(async () => {
  const founder = await seedDemoStudio(stage.server);
  if (!founder) throw new Error('the demo studio was there already');
  const { rows } = await stage.app.database.pool.query<{ id: string }>(
    'select user_id as id from auth.membership where profile_id = $1',
    [founder.profileId],
  );
  owner = { ...founder, userId: rows[0]?.id ?? '' };
  await writeEverywhere(stage, owner, markup);
  screens = await listScreens(stage.app.database);
});

it('is shown as it is on every screen, and nothing of it runs', { timeout: 600_000 }, async () => {
  const page = await stage.open('/dashboard', { by: owner });
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      sessionStorage.setItem('violation', `${violatedDirective} ${blockedURI}`);
    });
  });
  const found: string[] = [];
  let shown = 0;
  for (const [name, path] of screens) {
    await page.goto(stage.url + path);
    await loaded(page);
    found.push(...(await tracesIn(page)).map((trace) => `${name}: ${trace}`));
    shown += await page.getByText('<').count();
  }
  expect(found).toEqual([]);
  // Or it would be no wonder that nothing ran.
  expect(shown).toBeGreaterThan(50);
});

it('is shown as it is in toasts, questions and the search', async () => {
  const page = await stage.open('/dashboard/manage-classrooms', { by: owner });
  const name = `${image} annex`;
  await page.getByLabel('Classroom name').fill(name);
  await page.getByRole('button', { name: 'Add Classroom' }).click();
  await page.getByText(`${name} was added.`).first().waitFor();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog');
  await question.getByText(image).first().waitFor();
  expect(await tracesIn(page)).toEqual([]);
  await question.getByRole('button', { name: 'Delete classroom' }).click();
  await question.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search students, classes and actions').fill('<img');
  await page.getByRole('option').filter({ hasText: image }).first().waitFor();
  expect(await tracesIn(page)).toEqual([]);
});

it('pushes nothing out of a screen as one long word', { timeout: 600_000 }, async () => {
  await writeEverywhere(stage, owner, longWords);
  const page = await stage.open('/dashboard', { by: owner });
  const found: string[] = [];
  for (const [name, path] of screens) {
    await page.goto(stage.url + path);
    await loaded(page);
    found.push(...(await sidewaysProblems(page)).map((problem) => `${name} ${problem}`));
  }
  expect(found).toEqual([]);
});

/** Whatever a text that was taken for markup would leave in a page, a line each. */
async function tracesIn(page: Page): Promise<string[]> {
  return await page.evaluate((name) => {
    const markup = '#injected, img[src="x"], [onerror], [onload], a[href^="javascript:" i], iframe';
    const drawn = [...document.querySelectorAll(markup)].map((element) => element.outerHTML.slice(0, 200));
    const run = name in window ? ['a script ran'] : [];
    const inline = [...document.scripts]
      .filter(({ text }) => text.includes(name))
      .map(({ text }) => text.slice(0, 200));
    const violation = sessionStorage.getItem('violation');
    return [...drawn, ...run, ...inline, ...(violation ? [violation] : [])];
  }, trap);
}

async function writeEverywhere({ app }: Stage, by: TenantScope, given: readonly string[]): Promise<void> {
  await app.database.inTenant(by, async (db) => {
    for (const [table, column, longest, isOnce] of written) {
      const texts = given.filter(({ length }) => length <= longest - (isOnce ? 9 : 0));
      const nth = sql`1 + abs(hashtext(id::text)) % ${texts.length}::int`;
      const own = isOnce ? sql`|| ' ' || left(id::text, 8)` : sql``;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = (${texts}::text[])[${nth}] ${own}`.execute(
        db,
      );
    }
  });
  await app.database.pool.query('update auth.user set name = $1', [given[0]]);
}
