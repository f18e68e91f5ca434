import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { longestPassword } from '#features/auth/schema.ts';
import { hashPassword, verifyPassword } from '#features/auth/stored-password.ts';
import { TooBusy } from '#platform/refusals.ts';

// A password takes some 80 ms to hash, and that is work for Node's four threads, which sign tokens and read files too.
// One core is left to everybody else: beside two at once on two cores, lists took three times as long.
const mostAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
// A second or two of work: behind a flood of guesses nobody would be answered in time. Fewer than may fail from one
// network in a minute, or a school that signs in at once would be told that they did.
const mostStrangers = 25;
let strangers = 0;
let underWay = 0;
const waiting: (() => void)[] = [];

// The account library hashes the password of a sign-up while its transaction holds a connection, so that a few
// strangers keep everybody else waiting. It is hashed before, and only handed over then.
type Hashing = { isStranger?: true; made?: { password: string; hash: string }; verified?: string };
const requests = new AsyncLocalStorage<Hashing>();

/** Answers one request, in which a password that was hashed early is not hashed again. */
export async function withEarlyHash<Result>(answer: () => Promise<Result>): Promise<Result> {
  const request: Hashing = {};
  try {
    return await requests.run(request, answer);
  } finally {
    if (request.isStranger) strangers -= 1;
  }
}

/**
 * Says of the present request that nothing tells it from a flood of guesses. It keeps its place until it is answered:
 * who is let in is not sent away later, with a try used up.
 * @throws SERVICE_UNAVAILABLE (503) where many are under way already
 */
export function comesFromStranger(): void {
  if (strangers >= mostStrangers)
    throw new TooBusy('passwordsWaiting', 'Too many are signing in right now. Try again in a moment.');
  const request = requests.getStore();
  if (!request || request.isStranger) return;
  request.isStranger = true;
  strangers += 1;
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

/** Notes that it fits another from now on: the password was replaced by the present request. */
export function nowFits(hash: string): void {
  const request = requests.getStore();
  if (request) request.verified = hash;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
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
