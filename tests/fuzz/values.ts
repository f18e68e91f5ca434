import type { Random } from '#server/demo/random.ts';

/** What hostile text would run, were it not text: set by nothing else. */
export const trap = 'hostileTextRan';

/** Odd, but text: whoever is called so may be stored, and must be shown as it is. */
export const validTexts = [
  `<img src=x onerror=window.${trap}=1>`,
  `<script>window.${trap}=1</script>`,
  `"><svg/onload=window.${trap}=1>`,
  `</title></textarea><b id=injected>`,
  `javascript:window.${trap}=1`,
  `'; drop table classes; --`,
  `" or ""="`,
  '{{7*7}}${7*7}<%=7*7%>#{7*7}',
  '=HYPERLINK("http://evil.test","x")',
  '@SUM(1+1)*cmd|calc',
  '-2+3',
  '%s%n%d %00 %u0000',
  '../../../etc/passwd',
  'C:\\con\\..\\nul',
  '__proto__',
  'constructor.prototype',
  'null',
  'NaN',
  '0',
  '👩‍👩‍👧‍👦💃🏽🇦🇶',
  '𝔅𝔞𝔩𝔩𝔢𝔱',
  'مدرسة الرقص',
  'בית ספר לריקוד',
  '日本舞踊',
  'Zoë Łuczak-Œuvre',
  'Ma\u0301iri\u0323\u0307 O’Brien "Q"',
  'İSTANBUL ıi ß ﬀ',
  'Z\u0351\u0363\u0365a\u0327\u0321l\u035cgo'.repeat(2),
] as const;

/** No names: blank, broken, not to be seen or not to be typed. */
export const badTexts = [
  '',
  ' ',
  '\u00a0\u3000',
  '\u0000',
  'Ada\u0000Ballet',
  'Ada\u0007',
  'Ada\u001b[31m',
  'Ada\u007f',
  'Ada\u0085Ballet',
  'Ada\nBallet',
  'Ada\tBallet',
  'Ada\r\nX-Header: 1',
  'Ada\u2028Ballet',
  '\u200b',
  '\u200b\u2060\ufeff',
  '\ud800',
  'Ada \udc00 Ballet',
  'x'.repeat(121),
  'x'.repeat(2001),
  '💃'.repeat(61),
  '\u0301'.repeat(500),
  'x'.repeat(100_000),
] as const;

const badDates = [
  '2026-02-29',
  '2028-02-29',
  '2100-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-00',
  '0000-01-01',
  '0001-01-01',
  '-0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2199-12-31',
  '2200-01-01',
  '9999-12-31',
  '10000-01-01',
  '2026-03-08',
  '2026-11-01',
  '2026-1-1',
  '20261121',
  '2026-11-21T15:00:00Z',
  '2026-11-21\n',
  '2026-11-21 BC',
  '٢٠٢٦-١١-٢١',
  'infinity',
  '-infinity',
  'today',
  'epoch',
  '',
] as const;

const badTimes = [
  '00:00',
  '23:59',
  '24:00',
  '02:30',
  '25:00',
  '12:60',
  '-01:00',
  '1:00',
  '12:00:00',
  '12:00:60',
  '12:00Z',
  '12:00\n',
  '5:00 PM',
  'allballs',
  '٠٩:٠٠',
  '',
] as const;

/** Stands in a body for JSON that no value becomes: `raw('1e400')`. */
export function raw(json: string): string {
  return `raw:${json}:raw`;
}

/** A body as it is sent, with what `raw` stands for. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /"raw:((?:[^"\\]|\\.)*?):raw"/g,
    (_, json: string) => JSON.parse(`"${json}"`) as string,
  );
}

const badNumbers = [
  -1,
  0,
  1,
  0.5,
  0.005,
  12.345,
  1e-7,
  100.01,
  999_999_999,
  1_000_000_000,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e21,
  1e308,
  raw('-0'),
  raw('1e400'),
  raw('-1e400'),
  raw('9007199254740993'),
  raw('99999999999999999999999'),
  raw('1.0'),
  'NaN',
  'Infinity',
  '1e3',
  '0x10',
  '１２',
  '1,5',
  '12.5.1',
  ' 5 ',
  '-0.01',
  '0.005',
  '1e9',
] as const;

const unknownId = '00000000-0000-4000-8000-000000000000';
const badIds = [
  unknownId,
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000',
  `{${unknownId}}`,
  `urn:uuid:${unknownId}`,
  unknownId.replaceAll('-', ''),
  `${unknownId}\n`,
  `${unknownId}' or '1'='1`,
  '1',
  'null',
  '..',
  '%00',
  '',
] as const;

const depth = 60;
const otherTypes = [
  null,
  true,
  false,
  0,
  1,
  'x',
  '',
  [],
  {},
  [[]],
  [null],
  ['x', 'x'],
  [0, -1],
  { length: 1 },
  { toString: 'x', valueOf: 1 },
  { json: 1, meta: [] },
  raw('[{"a":'.repeat(depth) + '1' + '}]'.repeat(depth)),
  raw('{"__proto__":{"isAdmin":true}}'),
  raw('{"constructor":{"prototype":{"isAdmin":true}}}'),
] as const;

export const unknownFields = [
  'organizationId',
  'organization_id',
  'role',
  'isAdmin',
  'id',
  'version',
  'createdAt',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '',
  '\u0000',
  '\ud800',
  'name]',
  'a.b[0]',
  'x'.repeat(10_000),
] as const;

export type Kind = 'id' | 'date' | 'time' | 'number' | 'text' | 'choice' | 'flag' | 'list' | 'group';

/** Something for a field of a kind that is at the edge of what it takes, beyond it, or of another kind. */
export function hostileValue(random: Random, kind: Kind, knownIds: readonly string[]): unknown {
  // Its own copy, because it may be changed for the worse once more.
  return structuredClone(
    random.chance(0.2) ? random.pick<unknown>(otherTypes) : ofKind(random, kind, knownIds),
  );
}

function ofKind(random: Random, kind: Kind, knownIds: readonly string[]): unknown {
  switch (kind) {
    case 'id':
      // One that is there, but of something else.
      return random.chance(0.4) ? random.pick([...knownIds, unknownId]) : random.pick(badIds);
    case 'date':
      return random.pick(badDates);
    case 'time':
      return random.pick(badTimes);
    case 'number':
      return random.pick<unknown>(badNumbers);
    case 'flag':
      return random.pick<unknown>(['true', 'false', 0, 1, 'yes', null]);
    case 'list':
    case 'group':
      return random.pick<unknown>(otherTypes);
    case 'text':
    case 'choice':
      return random.pick(random.chance(0.5) ? validTexts : badTexts);
  }
}
