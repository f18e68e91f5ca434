import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { TenantScope } from '#platform/database.ts';
import type { Letter } from '#platform/mail.ts';
import { seedDemoStudio } from '#server/demo/demo-studio.ts';
import { parseCsv } from '#shared/csv-reader.ts';
import { hostileTexts } from '#tests/fuzz/hostile-texts.ts';
import { trap, validTexts } from '#tests/fuzz/values.ts';
import { loaded, sidewaysProblems, useBrowser, type Stage } from '#tests/support/browser.ts';
import { fillWith } from '#tests/support/hostile-studio.ts';
import { listScreens } from '#tests/support/screens.ts';
import { unzip } from '#tests/support/unzip.ts';

// Texts that would do something if they were taken for more than text, in every place a person can write to. npm test
// takes some of each kind; ATTACKS=all takes them all.

const stage = useBrowser();
const isFull = process.env['ATTACKS'] === 'all';
const texts = hostileTexts.filter((_, nth) => isFull || nth % 13 === 0);
/** So many that no list has a second page. */
const inOneStudio = 48;
const shares = Array.from({ length: Math.ceil(texts.length / inOneStudio) }, (_, nth) => ({
  nth: nth + 1,
  share: texts.slice(nth * inOneStudio, (nth + 1) * inOneStudio),
}));
const [image] = validTexts;
const markup = validTexts.filter((text) => text.includes('<'));
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

it.each(shares)(
  'is shown as it is on every screen, and nothing of it runs: part $nth',
  { timeout: 600_000 },
  async ({ share }) => {
    const { app, url } = stage;
    const { owner: writer } = await app.studio();
    app.letters.length = 0;
    await fillWith(writer, share);
    await writeAddresses(stage, writer, share);
    const page = await stage.open('/dashboard', { by: writer });
    page.on('dialog', (dialog) => void dialog.dismiss());
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
        sessionStorage.setItem('violation', `${violatedDirective} ${blockedURI}`);
      });
    });
    const found: string[] = [];
    const sightings = new Map(share.map((text) => [text, 0]));
    for (const [name, path] of await listScreens(app.database, writer)) {
      await page.goto(url + path);
      await loaded(page);
      found.push(...(await tracesIn(page)).map((trace) => `${name}: ${trace}`));
      const shown = plain(await page.evaluate(everyText));
      for (const [text, times] of sightings) if (shown.includes(plain(text))) sightings.set(text, times + 1);
    }
    expect(found).toEqual([]);
    // Or it would be no wonder that nothing ran.
    const least = Math.min(...sightings.values());
    const all = [...sightings.values()].reduce((sum, times) => sum + times, 0);
    console.log(`${share.length} texts, each shown on ${least} screens at least, ${all} times in all`);
    expect([...sightings].filter(([, times]) => times < 10)).toEqual([]);
    expect(writtenUnescaped(app.letters, share)).toEqual([]);
    const archive = await page.request.get(`${url}/api/archive`);
    expect(formulasAmong(unzip(await archive.body()), share)).toEqual([]);
    // What would be left by a text that is taken for markup is seen.
    await page.evaluate((name) => {
      document.body.insertAdjacentHTML('beforeend', '<a href="javascript:void 0">x</a>');
      Object.assign(window, { [name]: 1 });
    }, trap);
    expect(await tracesIn(page)).toHaveLength(2);
  },
);

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
    const drawn = [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          element.matches(
            '#injected, img[src="x"], iframe, object, embed, base, math, marquee, meta[content^="0;"]',
          ) ||
          element.getAttributeNames().some((each) => each.startsWith('on')) ||
          ['href', 'xlink:href', 'src', 'action', 'formaction', 'data'].some((each) =>
            /^\s*(javascript|vbscript|data:text)/i.test(element.getAttribute(each) ?? ''),
          ),
      )
      .map((element) => element.outerHTML.slice(0, 200));
    const run = name in window ? ['a script ran'] : [];
    const inline = [...document.scripts]
      .filter(({ text }) => text.includes(name))
      .map(({ text }) => text.slice(0, 200));
    const violation = sessionStorage.getItem('violation');
    return [...drawn, ...run, ...inline, ...(violation ? [violation] : [])];
  }, trap);
}

/** All that a page says, what stands in its fields included. */
function everyText(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
  return [document.body.textContent, ...fields.map(({ value }) => value)].join('\n');
}

/** A text as it is compared: names are put on one line, and nothing in them turns around what stands beside them. */
function plain(text: string): string {
  return text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What letters say of these texts that is no text there, or begins a header. */
function writtenUnescaped(letters: readonly Letter[], given: readonly string[]): string[] {
  const told = letters.filter(({ text }) => given.some((each) => plain(text).includes(plain(each))));
  // Each names somebody who was invited, and the studio.
  expect(told.length).toBe(letters.length);
  expect(letters.length).toBeGreaterThanOrEqual(given.length);
  const markup = given.filter((each) => each.includes('<'));
  return letters.flatMap(({ html = '', subject, to }) => [
    ...markup.filter((each) => html.includes(each)),
    ...[subject, to].filter((line) => /[\r\n]/.test(line)),
  ]);
}

/** Cells of the tables that a spreadsheet would run; all texts are in them. */
function formulasAmong(files: ReadonlyMap<string, string>, given: readonly string[]): string[] {
  const tables = [...files].filter(([name]) => name.endsWith('.csv')).map(([, table]) => table.slice(1));
  const read = new Set(tables.flatMap((table) => parseCsv(table).rows.flat().map(plain)));
  expect(given.filter((text) => !read.has(plain(text)))).toEqual([]);
  const cells = tables.flatMap((table) =>
    [...table.matchAll(/(?<=^|,|\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|\r\n|$)/g)].map(
      ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare,
    ),
  );
  expect(cells.length).toBeGreaterThan(given.length * 20);
  return cells.filter(
    (cell) => /(^|;)\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell),
  );
}

/** Past the API, which takes none of these for an address. */
async function writeAddresses({ app }: Stage, by: TenantScope, given: readonly string[]): Promise<void> {
  const nth = sql`1 + abs(hashtext(id::text)) % ${given.length}::int`;
  await app.database.inTenant(by, async (db) => {
    for (const table of ['profiles', 'inquiries'])
      await sql`update ${sql.table(table)} set email = (${given.map(plain)}::text[])[${nth}]`.execute(db);
  });
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
