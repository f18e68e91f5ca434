import { randomUUID } from 'node:crypto';
import { isProcedure } from '@orpc/server';
import { router } from '#server/router.ts';
import { isAllowed, roles, type Permission } from '#shared/access.ts';
import type { Operation } from '#tests/support/operations.ts';
import type { Answer, AttackedServer } from './attacked-server.ts';
import { furnish, openSession, type Things } from './furnished-studio.ts';
import { rightInput, type apiRequest, type Input, type Request } from './requests.ts';
import { absentTwin, leaksIn, withoutNames, wordsIn, type Victim } from './victim.ts';
import { attacksOn, type Attack } from './weapons.ts';

// Two studios of the same content do the same, step by step. Where one names something of the victim, the other names
// what nobody has. If both are answered alike, and neither answer holds anything of the victim, then nothing was told:
// no row, no id, and not even that something exists.

/** Somebody who calls: a role of the attacker's studio, or a visitor. */
export const callers = [...roles, null] as const;
type CallerName = (typeof callers)[number];

export type Attacker = { things: Things; tokens: Map<CallerName, string> };
type Pair = { near: Attacker; far: Attacker; sent: Set<string>; calls: number; edits: number };
export type Tally = { calls: number; findings: string[]; statuses: Map<number, number> };
export type Ways = {
  calls: readonly Call[];
  by: readonly CallerName[];
  isTried: (attack: Attack, nth: number) => boolean;
};
type Call = typeof apiRequest;

export async function openPair(server: AttackedServer): Promise<Pair> {
  return {
    near: await openAttacker(server),
    far: await openAttacker(server),
    sent: new Set(),
    calls: 0,
    edits: 0,
  };
}

/** Attacks one operation in the ways chosen. */
export async function attackOperation(
  server: AttackedServer,
  victim: Victim,
  pair: Pair,
  operation: Operation,
  { calls, by, isTried }: Ways,
  tally: Tally,
): Promise<void> {
  const near = rightInput(operation, pair.near.things);
  const far = rightInput(operation, pair.far.things);
  pair.edits = 0;
  for (const caller of by)
    for (const attack of attacksOn(operation, near, victim).filter(isTried))
      for (const call of calls) {
        pair.calls += 1;
        const requests = [
          requestOf(operation, call, attack, anew(near, pair), attack.value),
          requestOf(operation, call, attack, anew(far, pair), twinOf(attack.value)),
        ] as const;
        const answers = await duel(server, pair, caller, requests);
        if (answers[0].status === 200) pair.edits += 1;
        const problems = judge(pair, victim, { operation, caller, attack, request: requests[0] }, answers);
        count(tally, answers[0], `${operation.operationId} as ${caller}: ${attack.name}`, problems);
      }
}

const twins = new Map<string, string>();

/** The same value about what nobody has. */
export function twinOf(value: unknown): unknown {
  const twin = (id: string) => {
    // It begins alike, so that it sorts alike beside other texts.
    if (!twins.has(id)) twins.set(id, id.slice(0, 8) + randomUUID().slice(8));
    return twins.get(id) ?? '';
  };
  return JSON.parse(absentTwin(JSON.stringify(value), twin));
}

/** A furnished studio, everybody in it signed in. */
export async function openAttacker({ past }: AttackedServer): Promise<Attacker> {
  const studio = await past.studio({ name: 'own studio' });
  const tokens = new Map<CallerName, string>();
  for (const role of roles) tokens.set(role, (await openSession(past, studio[role], 'own')).token);
  return { things: await furnish(past, studio, (what) => `own ${what}`), tokens };
}

/** A request like no other before: with a key of its own, on the version that earlier ones left. */
function anew(input: Input, { calls, edits }: Pair): Input {
  return {
    ...input,
    ...('idempotencyKey' in input && { idempotencyKey: `own-request-${calls}` }),
    ...('version' in input && { version: Number(input['version']) + edits }),
  };
}

function requestOf(operation: Operation, call: Call, { arm }: Attack, input: Input, value: unknown): Request {
  const armed = arm(input, value);
  const request = call(operation, armed.input);
  const query = armed.query ? `${request.path.includes('?') ? '&' : '?'}${armed.query}` : '';
  return { ...request, path: request.path + query, headers: { ...request.headers, ...armed.headers } };
}

/** Both call, the one or the other first in turn. */
async function duel(
  server: AttackedServer,
  { near, far, calls }: Pair,
  caller: CallerName,
  [nearRequest, farRequest]: readonly [Request, Request],
): Promise<[Answer, Answer]> {
  const nearFirst = () => server.send(signed(nearRequest, near.tokens.get(caller)));
  const farFirst = () => server.send(signed(farRequest, far.tokens.get(caller)));
  if (calls % 2 === 0) return [await nearFirst(), await farFirst()];
  const second = await farFirst();
  return [await nearFirst(), second];
}

export function signed(request: Request, token: string | undefined): Request {
  if (!token) return request;
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

type Asked = { operation: Operation; caller: CallerName; attack: Attack; request: Request };

function judge(pair: Pair, victim: Victim, asked: Asked, [near, far]: [Answer, Answer]): string[] {
  const sent = JSON.stringify(asked.request);
  // A text may have been kept, as the attacker's own; an id is not even repeated.
  for (const word of wordsIn(decoded(sent))) pair.sent.add(word);
  const leaks = leaksIn(near.text + near.headers, [...pair.sent].join(' '), victim);
  const told = leaksIn(far.text + far.headers, '', victim);
  return [
    ...[...leaks, ...told].map((leak) => `tells ${leak}`),
    ...(near.status >= 500 ? [`fails with ${near.status}: ${near.text}`] : []),
    ...(alike(near) === alike(far) ? [] : [`differs: ${difference(alike(near), alike(far))}`]),
    ...refusalProblem(asked, near),
    ...(asked.attack.isStrange && asked.operation.body && near.status < 400 ? ['is taken'] : []),
  ];
}

function refusalProblem({ operation, caller }: Asked, { status }: Answer): string[] {
  const permission = permissionOf(operation);
  const expected =
    permission === null ? null : caller === null ? 401 : isAllowed(caller, permission) ? null : 403;
  return expected === null || status === expected ? [] : [`is answered ${status} instead of ${expected}`];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Status, content and which headers come with it, without what differs between two studios of the same content. */
export function alike({ status, text, headers }: Pick<Answer, 'status' | 'text' | 'headers'>): string {
  return `${status} ${inOrder(withoutNames(text))} ${Object.keys(JSON.parse(headers) as object).join()}`;
}

/** Both from shortly before where they part. */
function difference(near: string, far: string): string {
  let parted = 0;
  while (near[parted] === far[parted]) parted += 1;
  const shown = (text: string) =>
    `${text.slice(0, 40)}…${text.slice(Math.max(parted - 40, 0), parted + 100)}`;
  return `${shown(near)} and ${shown(far)}`;
}

/** Rows that only their ids told apart stand in any order. */
function inOrder(text: string): string {
  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => JSON.stringify(ordered(each))).toSorted();
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, ordered(part)]));
  };
  try {
    return JSON.stringify(ordered(JSON.parse(text)));
  } catch {
    return text;
  }
}

function count(tally: Tally, { status }: Answer, name: string, problems: string[]): void {
  tally.calls += 1;
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  tally.findings.push(...problems.map((problem) => `${name} ${problem}`));
}

/** The permission an operation takes, or null when it is open to everyone. */
function permissionOf({ operationId }: Operation): Permission | null {
  const found = operationId.split('.').reduce<unknown>((node, key) => Object(node)[key] as unknown, router);
  if (!isProcedure(found)) throw new Error(`${operationId} is no procedure`);
  return (found['~orpc'].meta as { permission?: Permission }).permission ?? null;
}
