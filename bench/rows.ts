import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { addDays } from '#shared/local-date.ts';
import { studentWrites } from './student-writes.ts';
import { createClass } from './create-class.ts';

/** What the load generator knows of a studio. Classes come with twenty of their students. */
export type Studio = {
  organizationId: string;
  /** The session of its owner, as browsers send it. */
  cookie: string;
  email: string;
  /** What each of its names ends with and nobody else's does; empty where nobody looks. */
  marker: string;
  instructorIds: string[];
  roomIds: string[];
  danceTypeIds: string[];
  studentIds: string[];
  classes: { id: string; daysOfWeek: number[]; studentIds: string[] }[];
};

/**
 * Who is asked: the app with one studio in its database, the limit on the same database, the app with some (20) and
 * with many (200) studios of that size, and among the many the app for a big studio, for a little one and for one that
 * looks back on two years.
 */
export type Target = 'app' | 'limit' | 'some' | 'many' | 'little' | 'big' | 'old';
export type Facts = { today: string; studios: Record<Exclude<Target, 'limit'>, Studio[]> };

const factsRead = new Map<string, Facts>();

/** The facts a file holds, read once. */
export function readFacts(file: string): Facts {
  const known = factsRead.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Facts);
  factsRead.set(file, known);
  return known;
}

export type Row = {
  name: string;
  about: string;
  /** The procedure's place in the router; null for what is no procedure. */
  procedure: string[] | null;
  connections: readonly [number, number];
  /** What request number `nth` of a studio asks. Reads repeat themselves after a few variants. */
  input(studio: Studio, nth: number, today: string): unknown;
  write?: Write;
  /** The longest that one of a hundred may take at each number of connections, in milliseconds, where that is a goal. */
  p99Ms?: readonly [number, number?];
  isAlsoAskedOf?: readonly ('little' | 'big' | 'old')[];
};

/** A bare statement that writes the same rows: without checks, without answering anything but an id. */
export type Write = {
  sql: string;
  values(organizationId: string, input: never): unknown[];
  /** Takes back what was written, so that every round starts alike. */
  cleanup: string;
  /** How often the limit's time a request may take, where that is a goal. */
  timesTheBareInsert?: number;
};

export const variants = 8;
export const password = 'a password for measuring';

const searches = ['ada', 'wa', 'tango', 'bea ta', 'odette', 'pli', 'hug jete', '0142'];

export const rows: Row[] = [
  {
    name: 'list-classes',
    about: 'List 50 classes with instructor, room and dance type',
    procedure: ['scheduling', 'classes', 'list'],
    connections: [1, 32],
    p99Ms: [5, 30],
    input: () => undefined,
  },
  {
    name: 'calendar-week',
    about: 'A week of the calendar',
    procedure: ['scheduling', 'calendar'],
    connections: [1, 32],
    input: (_, nth, today) => ({ start: addDays(today, 7 * nth - 28), end: addDays(today, 7 * nth - 22) }),
  },
  {
    name: 'search-students',
    about: 'Search students by the beginnings of their names or phone number, at most fifty shown',
    procedure: ['people', 'students', 'list'],
    connections: [1, 32],
    input: (_, nth) => ({ q: searches[nth] }),
    isAlsoAskedOf: ['little', 'big'],
  },
  {
    name: 'find-student',
    about: 'Find a student while typing, at most six shown',
    procedure: ['people', 'students', 'list'],
    connections: [1, 32],
    input: (_, nth) => ({ q: searches[nth], limit: 6 }),
    isAlsoAskedOf: ['little', 'big'],
  },
  {
    name: 'list-students',
    about: 'First page of students',
    procedure: ['people', 'students', 'list'],
    connections: [1, 32],
    input: () => ({}),
    isAlsoAskedOf: ['little', 'big'],
  },
  {
    name: 'filter-students',
    about: 'First page of the students of one dance type',
    procedure: ['people', 'students', 'list'],
    connections: [1, 32],
    p99Ms: [5, 30],
    input: ({ danceTypeIds }, nth) => ({ danceTypeId: danceTypeIds[nth % danceTypeIds.length] }),
  },
  {
    name: 'open-profile',
    about: 'Open a student’s profile',
    procedure: ['people', 'students', 'get'],
    connections: [1, 32],
    input: (studio, nth) => ({ id: studio.studentIds[nth * 7] }),
    isAlsoAskedOf: ['little', 'big'],
  },
  {
    name: 'list-payments',
    about: 'A student’s payments',
    procedure: ['payments', 'list'],
    connections: [1, 32],
    input: (studio, nth) => ({ studentId: studio.studentIds[nth * 7] }),
  },
  {
    name: 'daily-log',
    about: 'The daily log of one day',
    procedure: ['attendance', 'dailyLog'],
    connections: [1, 32],
    input: (_, nth, today) => ({ date: addDays(today, -nth) }),
  },
  {
    name: 'insights-month',
    about: 'Insights for a month',
    procedure: ['insights', 'get'],
    connections: [1, 32],
    p99Ms: [8, 120],
    input: (_, nth, today) => ({ startDate: addDays(today, -30 - nth), endDate: addDays(today, -nth) }),
    isAlsoAskedOf: ['old'],
  },
  createClass,
  ...studentWrites,
  {
    name: 'sign-in',
    about: 'Sign in with a password',
    procedure: null,
    connections: [1, 8],
    input: (studio) => ({ email: studio.email, password }),
  },
];

/** What is asked of many studios at once, and how often of a hundred times. */
export const mix: Record<string, number> = {
  'list-classes': 24,
  'list-students': 23,
  'calendar-week': 23,
  'insights-month': 10,
  'save-attendance': 10,
  'create-class': 5,
  'enrol-student': 5,
};

export type Request = { method: string; path: string; headers: Record<string, string>; body: string | null };

/** The HTTP request number `nth` of a row. */
export function requestOf(row: Row, target: Target, facts: Facts, nth: number): Request {
  const studios = facts.studios[target === 'limit' ? 'app' : target];
  const studio = studios[nth % studios.length];
  if (!studio) throw new Error(`no studio to ask for ${row.name}`);
  const ownNth = Math.floor(nth / studios.length);
  const input = row.input(studio, row.write ? ownNth : ownNth % variants, facts.today);
  if (target === 'limit') return askLimit(row, studio, input, ownNth);
  if (!row.procedure) return signIn(input, nth);
  const path = `/rpc/${row.procedure.join('/')}`;
  const body = input === undefined ? null : JSON.stringify({ json: input });
  const headers = { cookie: studio.cookie };
  if (row.write) return { method: 'POST', path, headers: { ...headers, ...contentHeaders(body) }, body };
  const query = body === null ? '' : `?data=${encodeURIComponent(body)}`;
  return { method: 'GET', path: path + query, headers, body: null };
}

function askLimit(row: Row, studio: Studio, input: unknown, nth: number): Request {
  const path = `/${row.name}/${nth % variants}`;
  const headers = { authorization: limitToken(studio.organizationId) };
  if (!row.write && row.procedure) return { method: 'GET', path, headers, body: null };
  const body = JSON.stringify(input);
  return { method: 'POST', path, headers: { ...headers, ...contentHeaders(body) }, body };
}

// Attempts are counted by address, so every few sign-ins come from another one.
function signIn(input: unknown, nth: number): Request {
  const body = JSON.stringify(input);
  const from = Math.floor(nth / 4);
  const address = `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}`;
  const headers = { 'x-forwarded-for': address, ...contentHeaders(body) };
  return { method: 'POST', path: '/api/auth/sign-in/email', headers, body };
}

export function contentHeaders(body: string | null): Record<string, string> {
  const length = String(Buffer.byteLength(body ?? ''));
  return { 'content-type': 'application/json', 'content-length': length };
}

const limitKey = 'signs what the limit is asked with';

/** The tenant and its signature: all the limit asks for before it answers. */
export function limitToken(organizationId: string): string {
  return `${organizationId}.${signatureOf(organizationId)}`;
}

function signatureOf(organizationId: string): string {
  return createHmac('sha256', limitKey).update(organizationId).digest('base64url');
}

/** Whom such a token names; throws where we have not signed it. */
export function tenantOf(token: string): string {
  const [organizationId = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const expected = Buffer.from(signatureOf(organizationId));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Error('not signed by us');
  return organizationId;
}
