import { createHash } from 'node:crypto';
import * as z from 'zod';
import { openRandom, type Random } from '#server/demo/random.ts';
import type { Operation } from '#tests/support/operations.ts';
import type { Actor } from '#tests/support/test-app.ts';
import { poolOf, spoil, validInput, type Input } from './inputs.ts';
import { send, toApiCall, toScreenCall, type Call, type Reply } from './send.ts';
import type { Pool, World } from './world.ts';

type Tally = {
  sent: number;
  /** Of each operation, how often it answered with what. */
  answers: Map<string, Map<number, number>>;
  times: number[];
  /** How long a fixed piece of work took in between, which tells how slow the machine is. */
  gauged: number[];
  /** A line for each answer that should not have been. */
  problems: string[];
};

export function emptyTally(): Tally {
  return { sent: 0, answers: new Map(), times: [], gauged: [], problems: [] };
}

const refreshEvery = 300;
const gaugeEvery = 10;
// Beyond what a loaded machine of two cores takes for anything.
export const slowestMs = 20_000;

/** Sends requests, in turn to every operation, until `until` are counted, and holds each answer against the promises. */
export async function fuzz(
  world: World,
  tally: Tally,
  { seed, until, operations }: { seed: number; until: number; operations: Operation[] },
): Promise<void> {
  for (; tally.sent < until; tally.sent++) {
    if (tally.sent % refreshEvery === refreshEvery - 1) await world.refresh();
    if (tally.sent % gaugeEvery === 0) tally.gauged.push(gauge());
    const operation = operations[tally.sent % operations.length];
    // Each request has a chance of its own, so that one can be looked at without those before it.
    if (operation) await fuzzOnce(world, operation, openRandom(seed * 1_000_003 + tally.sent), tally);
  }
}

async function fuzzOnce(world: World, operation: Operation, random: Random, tally: Tally): Promise<void> {
  const by = actorOf(world, random);
  const input = validInput({ random, world, operation });
  await fillVersion(world, operation, input, by);
  const spoiled = random.chance(0.7)
    ? spoil(random, input, Object.values(world.ids).flat(), parametersOf(operation))
    : [];
  const call = random.chance(0.85)
    ? toApiCall(operation, input)
    : toScreenCall(operation, input, metaFor(random));
  const isKnown = random.chance(0.98);
  const token = isKnown ? await world.tokenOf(by) : random.pick([null, 'x', '\u00e9', 'a b', `${by.userId}`]);
  const answer = await send(world.url, call, token).catch((error: unknown) => String(error));
  const about = `#${tally.sent} ${operation.operationId} as ${by.role}, spoiled ${spoiled.join(' ') || 'nothing'}`;
  if (typeof answer === 'string') return void tally.problems.push(`${about}: ${answer}\n  ${told(call)}`);
  // Ending all sessions ends this one, and an address with dots may lead there from anywhere.
  if (answer.status === 401 && isKnown) await world.tokenOf(by, true);
  count(tally, operation, answer);
  const problem = problemOf(answer, operation, call);
  if (problem) tally.problems.push(`${about}: ${problem}\n  ${told(call)}\n  ${answer.text.slice(0, 400)}`);
}

function parametersOf({ parameters }: Operation): string[] {
  return parameters.map(({ name }) => name);
}

function actorOf({ people }: World, random: Random): Actor {
  const { owner, admin, staff, instructor, student } = people;
  return random.chance(0.88) ? owner : random.pick([admin, staff, instructor, student]);
}

/** An edit names the version it was made on; without the right one nothing behind that check is reached. */
async function fillVersion(world: World, operation: Operation, input: Input, by: Actor): Promise<void> {
  if (operation.operationId === 'organization.profile.save') {
    input['version'] = await world.versionOf('team', by.profileId);
    const school = input['school'] as Input | null | undefined;
    if (school) school['version'] = await world.versionOf('organizations', by.organizationId);
  } else if ('version' in input) {
    const pool: Pool = 'profileId' in input ? 'team' : poolOf(operation);
    input['version'] = await world.versionOf(pool, input['id'] ?? input['profileId']);
  }
}

/** What a screen notes about types: mostly nothing, else that something is a date, a set or what it is not. */
function metaFor(random: Random): unknown[] {
  if (random.chance(0.8)) return [];
  const path = () => random.pick(['name', 'id', 'version', '__proto__', 0, 'constructor', 'entries']);
  return [
    [random.whole(-1, 9), path()],
    ...(random.chance(0.3) ? [[random.whole(0, 6), path(), path()]] : []),
    ...(random.chance(0.1) ? [random.pick<unknown>([null, 1, 'x', {}, []])] : []),
  ];
}

function count({ answers, times }: Tally, { operationId }: Operation, { status, ms }: Reply): void {
  const own = answers.get(operationId) ?? new Map<number, number>();
  answers.set(operationId, own.set(status, (own.get(status) ?? 0) + 1));
  times.push(ms);
}

/** Words that come from the inside: of SQL and the database, of the runtime, of files and of stacks. */
const internals =
  /violates|constraint|syntax error|relation "|column "|invalid input (syntax|value)|postgres|pglite|kysely|zod|\bSQL\b|\b(Type|Range|Syntax|Reference)Error|Cannot read|is not a function|Unexpected token|node:|node_modules|\/src\/|\.ts\b|\bat .+:\d+:\d+|ECONN|errno|\[object/i;

/** What is wrong with an answer, or null. */
function problemOf({ status, text, type, ms }: Reply, operation: Operation, call: Call): string | null {
  if (status >= 500) return `${status}`;
  if (ms > slowestMs) return `took ${Math.round(ms)} ms`;
  const body = parsed(text);
  if (text !== '' && (body === undefined || !type.startsWith('application/json')))
    return `no JSON but ${type}`;
  if (!(status in operation.responses)) return `${status} is not documented`;
  return status < 400 ? problemOfAnswer(body, operation, call) : problemOfRefusal(body, call);
}

const schemas = new Map<Operation, z.ZodType>();

/** The document says what is answered to the last field: nothing beyond it may leave the server. */
function problemOfAnswer(body: unknown, operation: Operation, { path }: Call): string | null {
  // With dots in it, an address leads to another operation.
  if (new URL(path, 'http://localhost').pathname !== path.split('?', 1)[0]) return null;
  const answer = path.startsWith('/rpc/') ? (body as { json?: unknown }).json : body;
  const described = operation.responses['200'];
  const schema = schemas.get(operation) ?? (described ? z.fromJSONSchema(described) : z.undefined());
  schemas.set(operation, schema);
  const { error } = schema.safeParse(answer);
  return error ? `is not as documented: ${z.prettifyError(error)}` : null;
}

type Refusal = { message?: unknown; data?: { issues?: { path: string[]; message: string }[] } | null };

function problemOfRefusal(body: unknown, { path }: Call): string | null {
  const refusal = ((path.startsWith('/rpc/') ? (body as { json?: unknown }).json : body) ?? {}) as Refusal;
  if (typeof refusal.message !== 'string' || refusal.message === '') return 'says nothing';
  // What was sent may be said again: names of unknown fields are.
  const issues = refusal.data?.issues ?? [];
  const own = issues.length > 0 ? issues.map(({ message }) => message).join(' ') : refusal.message;
  return insideOf(own);
}

/** What a text to the outside tells of the inside, or null. */
export function insideOf(text: string): string | null {
  const inside = internals.exec(text)?.[0];
  return inside ? `tells of the inside: ${inside}` : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function told({ method, path, body }: Call): string {
  return `${method} ${path.slice(0, 500)} ${body?.slice(0, 800) ?? ''}`;
}

const promisedMs = 200;
/** What the fixed piece of work takes where nothing else is done. */
const quickMs = 1;
const filler = Buffer.alloc(1_000_000);

function gauge(): number {
  const began = performance.now();
  createHash('sha256').update(filler).digest();
  return performance.now() - began;
}

/** Within how long 99 of 100 were answered, and should have been: on a machine that is slower, in the time that makes of it. */
export function slowestOfMost({ times, gauged }: Tally): { ms: number; promisedMs: number } {
  const slower = Math.max(1, within(gauged, 0.99) / quickMs);
  return { ms: within(times, 0.99), promisedMs: promisedMs * slower };
}

function within(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0;
}

/** How often each operation answered with what, and how fast: so that nobody believes a run of refusals. */
export function summary({ answers, times, gauged }: Tally): string {
  const at = (share: number, of = times) => `${within(of, share).toFixed(1)} ms`;
  const lines = [...answers].map(([operationId, statuses]) => {
    const parts = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times_]) => `${status}: ${times_}`);
    return `  ${operationId.padEnd(42)} ${parts.join('  ')}`;
  });
  const total = (from: number) =>
    [...answers.values()]
      .flatMap((each) => [...each])
      .reduce((sum, [status, n]) => sum + (Math.floor(status / 100) === from ? n : 0), 0);
  return [
    ...lines,
    `${times.length} requests to ${answers.size} operations: ${total(2)} taken, ${total(4)} refused, ${total(5)} failed`,
    `answered within ${at(0.5)} (half), ${at(0.99)} (99 %), ${at(1)} (all); the gauge ${at(0.5, gauged)} (half), ${at(0.99, gauged)} (99 %)`,
  ].join('\n');
}
