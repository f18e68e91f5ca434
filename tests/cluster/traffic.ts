import { randomUUID } from 'node:crypto';
import { call, NoSuccess } from './api.ts';
import { classInput, login, pastDay, type Studio } from './studio.ts';
import { pause } from './wait.ts';

export const kinds = ['enrollment', 'attendance', 'class'] as const;
export type Kind = (typeof kinds)[number];
export type Write = { kind: Kind; nth: number; key: string; acknowledgedId: string | null; tries: number };
type Failure = { at: number; waitedMs: number; what: string; status: number | null; message: string };

/** What the users of the test do, and what came of it. Times are those of `performance.now()`. */
export type Traffic = {
  writes: Write[];
  /** When each acknowledged write was sent and acknowledged. */
  acknowledged: { write: Write; sentAt: number; at: number }[];
  failures: Failure[];
  /** Answers to requests of any kind. */
  answers: number;
  /** Reports that did not know of something acknowledged before they were asked. */
  staleReports: number;
  /** Ends when all writes under way are acknowledged. */
  stop(): Promise<void>;
};

const writersOfEach = 2;
const betweenMs = 50;
const againAfterMs = 200;
const signInEveryMs = 8_000;

export function startTraffic(studio: Studio): Traffic {
  let isStopping = false;
  const counts: Record<Kind, number> = { enrollment: 0, attendance: 0, class: 0 };
  const traffic: Traffic = {
    writes: [],
    acknowledged: [],
    failures: [],
    answers: 0,
    staleReports: 0,
    stop: async () => {
      isStopping = true;
      await Promise.all(working);
    },
  };
  const repeat = async (work: () => Promise<unknown>, everyMs: number) => {
    for (; !isStopping; await pause(everyMs)) await work();
  };
  const write = (kind: Kind) => () => perform(studio, traffic, kind, counts[kind]++);
  const working = [
    ...kinds.flatMap((kind) => Array.from({ length: writersOfEach }, () => repeat(write(kind), betweenMs))),
    repeat(() => look(studio, traffic), betweenMs),
    repeat(() => report(studio, traffic), betweenMs * 4),
    repeat(() => signIn(studio, traffic), signInEveryMs),
  ];
  return traffic;
}

/** Sends one write until it is acknowledged, always with the same key. */
async function perform(studio: Studio, traffic: Traffic, kind: Kind, nth: number): Promise<void> {
  const write: Write = { kind, nth, key: randomUUID(), acknowledgedId: null, tries: 0 };
  traffic.writes.push(write);
  while (write.acknowledgedId === null) {
    write.tries += 1;
    const sentAt = performance.now();
    write.acknowledgedId = await attempt(traffic, kind, () => send(studio, write)).catch((error: unknown) => {
      throw new Error(`Refused: ${JSON.stringify(write)}`, { cause: error });
    });
    if (write.acknowledgedId !== null) traffic.acknowledged.push({ write, sentAt, at: performance.now() });
    else await pause(againAfterMs);
  }
}

async function send(studio: Studio, write: Write): Promise<string> {
  const { url, token } = studio;
  const post = <T>(path: string, body: unknown) => call<T>(url, 'POST', path, token, body);
  if (write.kind === 'enrollment')
    return (await post<{ studentId: string }>('/api/students', enrollmentInput(studio, write))).studentId;
  if (write.kind === 'attendance') {
    const classId = studio.dailyClassIds[write.nth % 2] ?? '';
    const path = `/api/classes/${classId}/attendance/${pastDay(Math.floor(write.nth / 2))}`;
    return (await post<{ id: string }>(path, { idempotencyKey: write.key })).id;
  }
  // A class has no key: the teacher can not be booked twice, so a repetition is refused by what the first one left.
  return await post<{ id: string }>('/api/classes', classInput(studio, write.nth)).then(
    ({ id }) => id,
    async (error: unknown) => {
      if (write.tries > 1 && error instanceof NoSuccess && error.status === 409)
        return await findClass(studio, write);
      throw error;
    },
  );
}

/**
 * The class that refuses its own repetition. Reading proves little: while somebody cancels what waits for a standby,
 * readers see it on one server only. A write that is acknowledged afterwards proves that all before it is safe.
 */
async function findClass({ url, token }: Studio, { nth, key, tries }: Write): Promise<string> {
  const classes = await call<{ id: string; name: string }[]>(url, 'GET', '/api/classes', token);
  const found = classes.find(({ name }) => name === `Class ${nth}`);
  if (!found) throw new NoSuccess(409, `Class ${nth} is refused as booked and is not there`);
  await call(url, 'POST', '/api/classrooms', token, { name: `Proof ${key} ${tries}` });
  return found.id;
}

function enrollmentInput({ dailyClassIds }: Studio, { nth, key }: Write) {
  return {
    studentDetails: { fullName: `Dancer ${nth}` },
    enrollmentItems: dailyClassIds.map((classId) => ({
      classId,
      amountPaidCents: 5_000,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      numberOfSessions: 4,
    })),
    idempotencyKey: key,
  };
}

async function look({ url, token }: Studio, traffic: Traffic): Promise<void> {
  await attempt(traffic, 'students', () => call(url, 'GET', '/api/students?limit=20', token));
  await attempt(traffic, 'daily log', () => call(url, 'GET', `/api/daily-log/${pastDay(0)}`, token));
}

/** A report knows of every enrollment that was acknowledged before it was asked for, whichever database answers. */
async function report({ url, token, dailyClassIds }: Studio, traffic: Traffic): Promise<void> {
  const known = traffic.writes.filter(
    ({ kind, acknowledgedId }) => kind === 'enrollment' && acknowledgedId,
  ).length;
  const path = '/api/insights?startDate=2026-11-01&endDate=2026-11-30';
  const found = await attempt(traffic, 'report', () =>
    call<{ totalEnrollments: number }>(url, 'GET', path, token),
  );
  if (found && found.totalEnrollments < known * dailyClassIds.length) traffic.staleReports += 1;
}

async function signIn({ url }: Studio, traffic: Traffic): Promise<void> {
  const signedIn = await attempt(traffic, 'sign-in', () =>
    call<{ token: string }>(url, 'POST', '/api/auth/sign-in/email', '', login),
  );
  if (signedIn)
    await attempt(traffic, 'after sign-in', () => call(url, 'GET', '/api/classrooms', signedIn.token));
}

async function attempt<T>(traffic: Traffic, what: string, request: () => Promise<T>): Promise<T | null> {
  const sentAt = performance.now();
  try {
    const answer = await request();
    traffic.answers += 1;
    return answer;
  } catch (error) {
    // Whoever keeps signing in from one address has to pause now and then.
    if (error instanceof NoSuccess && error.status === 429) return null;
    // Only a cluster in trouble is an excuse; what the app refuses as wrong is a mistake of this test or of the app.
    if (!(error instanceof NoSuccess) || (error.status !== null && error.status < 500)) throw error;
    const at = performance.now();
    traffic.failures.push({ at, waitedMs: at - sentAt, what, status: error.status, message: error.message });
    return null;
  }
}
