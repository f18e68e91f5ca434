import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, demand } from './ask.ts';
import { check } from './checker.ts';
import { askAgain, startLoad } from './load.ts';
import { rowOf, type Row } from './row.ts';
import { openStand, type Stand } from './stand.ts';
import type { FaultedStudio } from './studio.ts';
import { until } from './wait.ts';

const preload = fileURLToPath(new URL('shifted-clock.ts', import.meta.url));
const minute = 60_000;
const day = 24 * 60 * minute;
/** How far the app's clock is off, one after the other; the last is a jump back from the one before. */
const shifts = [5 * minute, -5 * minute, day, -day, 60 * minute, 0];

/** The app's clock is wrong and jumps, while it is at work. */
export async function shiftClock(tries: number): Promise<Row | null> {
  const folder = mkdtempSync(join(tmpdir(), 'barre-clock-'));
  const set = (shiftMs: number) => {
    // Put in place whole: half a number would be another one.
    writeFileSync(join(folder, 'next'), String(shiftMs));
    renameSync(join(folder, 'next'), join(folder, 'clock'));
  };
  set(0);
  const env = { NODE_OPTIONS: `--import ${preload}`, CLOCK_FILE: join(folder, 'clock') };
  const stand = await openStand({ env });
  if (!stand) return null;
  const { postgres, app, studio } = stand;
  try {
    // Somebody else than the load: who is let in wrongly ends sessions.
    const account = { name: 'Nora Newcomer', email: 'nora@barre.test', password: studio.password };
    await demand(app.url, { method: 'POST', path: '/api/auth/sign-up/email', body: account });
    const load = startLoad(studio);
    const problems: string[] = [];
    for (let nth = 0; nth < tries; nth++) {
      const shiftMs = shifts[nth % shifts.length] ?? 0;
      set(shiftMs);
      await load.untilSaved(10);
      problems.push(
        ...(await sessionProblems(stand, { ...studio, ...account })).map(
          (text) => `${shiftMs / minute} minutes off: ${text}`,
        ),
      );
    }
    await load.stop();
    await askAgain(load, studio);
    if (app.ends > 0) problems.push(`the app ended ${app.ends} times`);
    problems.push(...(await backwardTimes(postgres)));
    const findings = await check(postgres.ask, load);
    return rowOf('wrong clock', { tries, load, findings, recoveries: [], problems });
  } finally {
    await stand.remove();
    rmSync(folder, { recursive: true });
  }
}

/** Signs in, lets the session end by the database's clock, and asks for something in every way that needs one. */
async function sessionProblems({ postgres }: Stand, studio: FaultedStudio): Promise<string[]> {
  const session = await signIn(studio);
  if (!session) return ['nobody can sign in'];
  const { token, cookie } = session;
  const asked = { path: '/api/session', headers: { cookie } };
  const before = await ask(studio.url, asked);
  if (!before.text.includes('"user"')) return [`a new session is not taken: ${before.status} ${before.text}`];
  await postgres.ask(`update auth.session set expires_at = now() - interval '1 second' where token = $1`, [
    token,
  ]);
  // A process remembers a caller for a second.
  const isOut = async () => !(await ask(studio.url, asked)).text.includes('"user"');
  await until(isOut, 10_000, 'a session goes on after its end');
  const doors = [
    { path: '/api/classes', token },
    { path: '/api/classes', headers: { cookie } },
    { path: '/live', headers: { cookie }, patienceMs: 5_000 },
    { method: 'POST', path: '/api/sessions/end', body: { which: 'others' }, headers: { cookie } },
    {
      method: 'POST',
      path: '/api/auth/change-password',
      body: { currentPassword: studio.password, newPassword: studio.password },
      headers: { cookie },
    },
  ];
  const problems: string[] = [];
  for (const door of doors) {
    const { status, text } = await ask(studio.url, door);
    if (status !== 401) problems.push(`${door.path} of an ended session: ${status} ${text.slice(0, 200)}`);
  }
  return problems;
}

async function signIn({
  url,
  email,
  password,
}: FaultedStudio): Promise<{ token: string; cookie: string } | null> {
  const body = { email, password };
  const answer = await ask(url, { method: 'POST', path: '/api/auth/sign-in/email', body });
  if (answer.status !== 200) return null;
  const { token } = JSON.parse(answer.text) as { token: string };
  return { token, cookie: answer.cookies.map((text) => text.split(';', 1)[0]).join('; ') };
}

/** What ended before it began. */
async function backwardTimes({ ask: askDatabase }: Stand['postgres']): Promise<string[]> {
  const looks = {
    'sessions last used before they began': 'select id from auth.session where updated_at < created_at',
    'things changed before they were made': 'select id from inquiries where changed_at < created_at',
    'logs that are of the future': 'select id from attendance_sessions where logged_at > now()',
  };
  const problems: string[] = [];
  for (const [what, query] of Object.entries(looks)) {
    const { length } = await askDatabase(query);
    if (length > 0) problems.push(`${length} ${what}`);
  }
  return problems;
}
