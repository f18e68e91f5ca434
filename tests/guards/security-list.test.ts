import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const list = readFileSync(new URL('docs/security.md', root), 'utf8');

/** How many requirements of levels 1 and 2 each section of the standard, version 5.0.0, has. */
const sections = `1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6, 3.5 5, 3.7 2,
  4.1 3, 4.2 1, 4.3 2, 4.4 4, 5.1 1, 5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4, 6.5 5, 6.6 3, 6.8 4,
  7.1 3, 7.2 4, 7.3 2, 7.4 5, 7.5 2, 7.6 2, 8.1 2, 8.2 3, 8.3 1, 8.4 1, 9.1 3, 9.2 4, 10.1 2, 10.2 2, 10.3 4, 10.4 11,
  10.5 5, 10.6 2, 10.7 3, 11.1 2, 11.2 3, 11.3 3, 11.4 4, 11.5 1, 11.6 1, 12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5, 13.3 2,
  13.4 5, 14.1 2, 14.2 4, 14.3 3, 15.1 3, 15.2 3, 15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3, 17.1 1, 17.2 4, 17.3 2`;

const rows = list.split('\n').flatMap((line) => {
  const [, numbers, , answer] = /^\| (\d[\d.–]*) \| (.+) \| (.+) \|$/.exec(line) ?? [];
  return numbers && answer ? [{ numbers, answer }] : [];
});

it('has each requirement once', () => {
  const wanted = sections.split(',').flatMap((entry) => {
    const [section = '', count] = entry.trim().split(' ');
    return Array.from({ length: Number(count) }, (_, nth) => `${section}.${nth + 1}`);
  });
  expect(wanted).toHaveLength(253);
  expect(rows.flatMap(({ numbers }) => spelledOut(numbers))).toEqual(wanted);
});

it('answers each with one of four words and what it rests on', () => {
  for (const { numbers, answer } of rows) expect(answer, numbers).toMatch(/^(met|gap|operator|none): \S/);
});

it('names only files that are there', () => {
  const named = [...list.matchAll(/`([\w.-]+\/[\w./-]+|[\w-]+\.(?:json|ts|md))`/g)].map(
    ([, path = '']) => path,
  );
  const files = named.filter((path) => !path.startsWith('/'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((path) => path !== 'schema.ts' && !existsSync(new URL(path, root)))).toEqual([]);
});

function spelledOut(numbers: string): string[] {
  const [first = '', last] = numbers.split('–');
  if (last === undefined) return [first];
  const section = first.slice(0, first.lastIndexOf('.'));
  const at = (number: string) => Number(number.slice(number.lastIndexOf('.') + 1));
  return Array.from({ length: at(last) - at(first) + 1 }, (_, nth) => `${section}.${at(first) + nth}`);
}
