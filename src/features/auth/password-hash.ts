import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { longestPassword } from '#features/auth/easy-passwords.ts';
import { hashPassword, verifyPassword } from '#features/auth/stored-password.ts';
import { TooBusy } from '#platform/refusals.ts';

// A password takes some 80 ms to hash, and that is work for Node's four threads, which sign tokens and read files too.
// One core is left to everybody else: beside two at once on two cores, lists took three times as long.
const mostAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
// A second or two of work: behind a flood of guesses nobody would be answered in time.
const mostStrangersWaiting = 24;
let underWay = 0;
const waiting: (() => void)[] = [];

// The account library hashes the password of a sign-up while its transaction holds a connection, so that a few
// strangers keep everybody else waiting. It is hashed before, and only handed over then.
type Hashing = { isStranger?: true; made?: { password: string; hash: string }; verified?: string };
const requests = new AsyncLocalStorage<Hashing>();

/** Answers one request, in which a password that was hashed early is not hashed again. */
export function withEarlyHash<Result>(answer: () => Result): Result {
  return requests.run({}, answer);
}

/**
 * Says of the present request that nothing tells it from a flood of guesses.
 * @throws SERVICE_UNAVAILABLE (503) where many wait already; so does hashing, when they have come meanwhile
 */
export function comesFromStranger(): void {
  const request = requests.getStore();
  if (request) request.isStranger = true;
  refuseInCrowd();
}

function refuseInCrowd(): void {
  if (waiting.length >= mostStrangersWaiting && requests.getStore()?.isStranger)
    throw new TooBusy('passwordsWaiting', 'Too many are signing in right now. Try again in a moment.');
}

/** Hashes the password of a sign-up; one that is too long or none is the library's to refuse. */
export async function hashEarly(body: unknown): Promise<void> {
  const request = requests.getStore();
  const password: unknown = Object(body).password;
  if (!request || typeof password !== 'string' || password.length > longestPassword) return;
  request.made = { password, hash: await inTurn(() => hashPassword(password)) };
}

/** What the account library hashes and verifies passwords with. */
export const passwordHash = {
  hash: async (password: string): Promise<string> => {
    const made = requests.getStore()?.made;
    return made?.password === password ? made.hash : await inTurn(() => hashPassword(password));
  },
  verify: async (data: { hash: string; password: string }): Promise<boolean> => {
    const isRight = await inTurn(() => verifyPassword(data));
    const request = requests.getStore();
    if (isRight && request) request.verified = data.hash;
    return isRight;
  },
};

/** The hash that the password of the present request fits; it may have been replaced while it was verified. */
export function verifiedHash(): string | null {
  return requests.getStore()?.verified ?? null;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseInCrowd();
  if (underWay >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else underWay += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  }
}
