import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { binaryFolders } from '#tests/support/postgres-server.ts';
import { ask } from './ask.ts';
import { check } from './checker.ts';
import { askAgain, startLoad } from './load.ts';
import type { PostgresLab } from './postgres-lab.ts';
import { rowOf, type Row } from './row.ts';
import { openStand } from './stand.ts';
import type { FaultedStudio } from './studio.ts';
import { until } from './wait.ts';

/** PostgreSQL dies with everything it started while the app is at work, and is started again. */
export async function killDatabase(kills: number, recoversWithinMs = 5_000): Promise<Row | null> {
  const stand = await openStand();
  if (!stand) return null;
  const { postgres, app, studio } = stand;
  try {
    const load = startLoad(studio);
    const problems: string[] = [];
    const recoveries: number[] = [];
    for (let nth = 0; nth < kills; nth++) {
      await load.untilSaved(10 + ((nth * 7) % 30));
      await postgres.kill();
      await until(async () => !(await app.isReady()), 20_000, 'it says it is ready without a database');
      if (!(await app.isAlive())) problems.push('it does not say that it lives');
      problems.push(...(await signInProblems(studio)));
      await postgres.start();
      recoveries.push(await load.untilSaved(1));
    }
    await load.stop();
    await askAgain(load, studio);
    const slowest = Math.max(...recoveries);
    if (slowest > recoversWithinMs) problems.push(`it took ${Math.round(slowest)} ms to recover`);
    problems.push(...(await damageIn(postgres)));
    if (app.ends > 0) problems.push(`the app ended ${app.ends} times`);
    const findings = await check(postgres.ask, load);
    return rowOf('kill -9 of PostgreSQL', {
      tries: kills,
      load,
      findings,
      recoveries,
      recoversWithinMs,
      problems,
    });
  } finally {
    await stand.remove();
  }
}

/** What PostgreSQL finds when it looks at every table and index. */
async function damageIn(postgres: PostgresLab): Promise<string[]> {
  if (!existsSync(join(binaryFolders()[0] ?? '', 'pg_amcheck'))) {
    console.warn('  NOT CHECKED: PostgreSQL came without pg_amcheck, so nobody looked at its files');
    return [];
  }
  const server = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'postgres', '-d', 'barre'];
  return await postgres.run('pg_amcheck', [...server, '--install-missing', '--heapallindexed']).then(
    () => [],
    (error: unknown) => [String(error)],
  );
}

/** Beside the procedures: who signs in meanwhile is told to come back as well. */
async function signInProblems({ url, email, password }: FaultedStudio): Promise<string[]> {
  const body = { email, password };
  const { status, text } = await ask(url, { method: 'POST', path: '/api/auth/sign-in/email', body });
  return status === 503 && /try again/.test(text) ? [] : [`signing in was answered ${status} ${text}`];
}
