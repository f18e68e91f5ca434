import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  join,
  newAddress,
  password,
  signInElsewhere,
  useFrontDoor,
  type Visitor,
} from '#tests/accounts/front-door.ts';

// Whoever guesses on and on: how many guesses are looked at (docs/decisions/010), and what the others leave behind. Part
// of npm run attack alone; tests/accounts tries the same limits with as few as reach them.

const isFull = process.env['ATTACKS'] === 'all';
const count = 10_000;
// Fewer than wait for their password to be looked at: no guess is put off instead of being counted.
const lanes = 12;
const ofOneAccount = 20;
const ofOneNetworkInAMinute = 30;

const door = useFrontDoor();
afterEach(() => vi.restoreAllMocks());

describe.runIf(isFull)(`${count} guesses`, { timeout: 1_800_000 }, () => {
  it('at one account from as many networks are checked 20 times, and its owner gets in meanwhile', async () => {
    const { visitor: owner, email } = await join(door);
    await owner.post('/api/auth/sign-out', {});
    const checks = await watchChecks();
    const before = await countRows();
    const { statuses } = await guess(() => ({ visitor: door.visitor(), email }));
    expect(statuses).toEqual({ 401: ofOneAccount, 429: count - ofOneAccount });
    expect(checks()).toBe(ofOneAccount);
    expect((await signInElsewhere(door, email)).answer.status).toBe(429);
    expect(await owner.post('/api/auth/sign-in/email', { email, password })).toMatchObject({ status: 200 });
    // Two rows for each network, which go once they say nothing any more.
    const { turns, networks } = await countRows();
    expect(turns - before.turns).toBeLessThan(2 * count + 10);
    expect(networks - before.networks).toBeLessThan(10);
    await age();
    await owner.post('/api/auth/sign-in/email', { email, password: 'guess-guess' });
    await owner.post('/api/auth/sign-out', {});
    const left = await countRows();
    expect([left.turns, left.networks]).toEqual([2, 1]);
  });

  it('from one network at as many accounts are checked 30 times a minute, and leave a row for each of these', async () => {
    const checks = await watchChecks();
    const before = await countRows();
    const { statuses, minutes } = await guess(() => ({
      visitor: door.visitor({ address: '192.0.2.70' }),
      email: newAddress('spray'),
    }));
    const checked = statuses[401] ?? 0;
    expect(statuses).toEqual({ 401: checked, 429: count - checked });
    expect(checks()).toBe(checked);
    expect(checked).toBeGreaterThanOrEqual(ofOneNetworkInAMinute);
    expect(checked).toBeLessThanOrEqual(ofOneNetworkInAMinute * Math.ceil(minutes));
    const { turns, networks } = await countRows();
    expect(turns - before.turns).toBe(checked + 2);
    expect(networks - before.networks).toBe(0);
  });
});

type Guess = { visitor: Visitor; email: string };

/** Guesses as often as is told; how often the answers were what, and how long it took. */
async function guess(next: () => Guess): Promise<{ statuses: Record<number, number>; minutes: number }> {
  const statuses: Record<number, number> = {};
  const since = performance.now();
  let left = count;
  let early = 0;
  const lane = async () => {
    while (left-- > 0) {
      const { visitor, email } = next();
      const { status } = await visitor.post('/api/auth/sign-in/email', { email, password: 'guess-guess' });
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (early === 0 && left < count * 0.9) early = heapMegabytes();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const grown = heapMegabytes() - early;
  const minutes = (performance.now() - since) / 60_000;
  console.log(
    `${count} guesses in ${minutes.toFixed(1)} minutes, answered with`,
    statuses,
    `the heap grew by ${grown.toFixed(1)} MB over the last nine tenths`,
  );
  expect(grown).toBeLessThan(10);
  return { statuses, minutes };
}

/** How often a password is looked at from now on; one of nobody is hashed instead. */
async function watchChecks(): Promise<() => number> {
  const { password: hashing } = await door.app.accounts.$context;
  const spies = [vi.spyOn(hashing, 'verify'), vi.spyOn(hashing, 'hash')];
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

async function countRows(): Promise<{ turns: number; networks: number }> {
  const { rows } = await door.app.database.pool.query<{ turns: number; networks: number }>(
    `select (select count(*)::int from auth.turns) as turns, (select count(*)::int from auth.rate_limit) as networks`,
  );
  return rows[0] ?? { turns: NaN, networks: NaN };
}

/** Lets all that is counted be of yesterday. */
async function age(): Promise<void> {
  const { pool } = door.app.database;
  await pool.query(`update auth.turns set began_at = began_at - interval '25 hours'`);
  await pool.query('update auth.rate_limit set last_request = last_request - 25 * 3600000');
}

function heapMegabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 1_000_000;
}
