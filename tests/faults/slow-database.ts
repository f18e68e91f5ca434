import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask.ts';
import { check } from './checker.ts';
import { askAgain, startLoad } from './load.ts';
import { answeredWithinMs, rowOf, type Row } from './row.ts';
import { openStand, type Stand } from './stand.ts';

/** Something that makes the database slow or silent, and how to end it. */
type Slowness = { name: string; lastsMs: number; begin(stand: Stand): void; end(stand: Stand): void };

export const slownesses: Slowness[] = [
  delayed('+50 ms', 10_000, 50),
  delayed('+500 ms', 15_000, 500),
  {
    name: 'network silent',
    lastsMs: 30_000,
    begin: ({ proxy }) => void (proxy.isSilent = true),
    end: ({ proxy }) => void (proxy.isSilent = false),
  },
  {
    name: 'PostgreSQL frozen',
    lastsMs: 20_000,
    begin: ({ postgres }) => postgres.freeze(),
    end: ({ postgres }) => postgres.thaw(),
  },
];

/** More than any process should keep waiting at once. */
const crowd = 1_000;
const recoversWithinMs = 5_000;

/** The database is slow while the app is at work, and while a crowd comes at once. */
export async function slowDatabase(
  { name, lastsMs, begin, end }: Slowness,
  tries: number,
): Promise<Row | null> {
  const stand = await openStand();
  if (!stand) return null;
  const { postgres, app, studio } = stand;
  try {
    const load = startLoad(studio);
    const problems: string[] = [];
    const recoveries: number[] = [];
    for (let nth = 0; nth < tries; nth++) {
      await load.untilSaved(20);
      const memoryMb = app.memoryMb();
      begin(stand);
      const over = pause(lastsMs);
      const isStuck = lastsMs > answeredWithinMs;
      if (isStuck) problems.push(...(await comeInCrowd(stand)));
      await over;
      if (isStuck && (await app.isReady())) problems.push('it says it is ready while its database is silent');
      end(stand);
      recoveries.push(await load.untilSaved(1));
      const growth = app.memoryMb() - memoryMb;
      if (growth > 200) problems.push(`its memory grew by ${Math.round(growth)} MB`);
    }
    await load.stop();
    await askAgain(load, studio);
    if (app.ends > 0) problems.push(`the app ended ${app.ends} times`);
    const slowest = Math.max(...recoveries);
    if (slowest > recoversWithinMs) problems.push(`it took ${Math.round(slowest)} ms to recover`);
    problems.push(...(await openTransactions(postgres)));
    const findings = await check(postgres.ask, load);
    return rowOf(`slow: ${name}`, { tries, load, findings, recoveries, recoversWithinMs, problems });
  } finally {
    await stand.remove();
  }
}

/** Asks for more than the app can keep waiting: each is answered in time, and those too many at once. */
async function comeInCrowd({ app, studio }: Stand): Promise<string[]> {
  const asked = Array.from({ length: crowd }, () =>
    ask(app.url, { path: '/api/classes', token: studio.token }),
  );
  const answers = await Promise.all(asked);
  const late = answers.filter(({ ms }) => ms > answeredWithinMs + 1_000);
  const unanswered = answers.filter(({ status }) => status !== 503 && status !== 200);
  const shed = answers.filter(({ status, ms, retryAfter }) => status === 503 && ms < 3_000 && retryAfter);
  return [
    ...(late.length > 0 ? [`${late.length} of a crowd waited ${Math.round(late[0]?.ms ?? 0)} ms`] : []),
    ...(unanswered.length > 0 ? [`${unanswered.length} of a crowd got ${unanswered[0]?.status}`] : []),
    ...(shed.length === 0 ? ['nobody of a crowd was sent away'] : []),
  ];
}

/** Transactions that were left open: they would hold their locks. */
export async function openTransactions({ ask: askDatabase }: Stand['postgres']): Promise<string[]> {
  const rows = await askDatabase<{ pid: number }>(
    `select pid from pg_stat_activity where state like 'idle in transaction%'`,
  );
  return rows.length > 0 ? [`${rows.length} transactions were left open`] : [];
}

function delayed(name: string, lastsMs: number, delayMs: number): Slowness {
  return {
    name,
    lastsMs,
    begin: ({ proxy }) => void (proxy.delayMs = delayMs),
    end: ({ proxy }) => void (proxy.delayMs = 0),
  };
}
