import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOperations, takesAppCode, type Operation } from '#tests/support/operations.ts';
import { openAttackedServer, type AttackedServer } from './attacked-server.ts';
import {
  attackOperation,
  callers,
  openAttacker,
  openPair,
  signed,
  twinOf,
  type Tally,
  type Ways,
} from './duel.ts';
import { apiRequest, rightInput, rpcRequest, type Input } from './requests.ts';
import { openVictim, rowsOf, wordsIn, type Victim } from './victim.ts';

// npm test tries what names a thing of another studio where things belong, and some of the rest; npm run attack tries
// everything. On one engine each: what is asked here of the product, the guards ask of both databases.

const isFull = process.env['ATTACKS'] === 'all';
const lanes = 4;

const direct: Ways = {
  by: callers,
  calls: isFull ? [apiRequest, rpcRequest] : [apiRequest],
  isTried: ({ isDirect }) => isDirect,
};
const indirect: Ways = {
  by: callers,
  calls: [apiRequest],
  isTried: ({ isDirect }, nth) => !isDirect && (isFull || nth % 53 === 0),
};

/** Studios that nobody names; `npm run attack` has 199 with the one that is attacked. */
const bystanderCount = isFull ? 198 : 2;

let server: AttackedServer;
let victim: Victim;
let bystanders: Victim[];
let operations: Operation[];

beforeAll(async () => {
  server = await openAttackedServer();
  bystanders = [];
  while (bystanders.length < bystanderCount) bystanders.push(await openVictim(server.past));
  victim = await openVictim(server.past);
  operations = await listOperations();
});
afterAll(() => server.close());

describe('a studio attacked by another', () => {
  it('is told nothing of and changed in nothing, whatever is asked with its ids and texts', async () => {
    const before = await checksums();
    const tally: Tally = { calls: 0, findings: [], statuses: new Map() };
    // Nor of anybody else's: every studio has words and ids of its own.
    const all = new Set([victim, ...bystanders].flatMap(({ ids }) => [...ids]));
    await attackAll({ ...victim, ids: all }, direct, tally);
    await attackAll({ ...victim, ids: all }, indirect, tally);
    console.log(
      `${tally.calls} calls with something of another studio beside ${before.length} of them, ${tally.findings.length} findings; answered with`,
      Object.fromEntries(tally.statuses),
    );
    expect(tally.findings).toEqual([]);
    expect(await checksums()).toEqual(before);
    expect(tally.calls).toBeGreaterThan(isFull ? 30_000 : 1000);
  }, 3_600_000);
});

/** Of every studio that was there before those of the attackers. */
async function checksums(): Promise<string[]> {
  const sums: string[] = [];
  for (const { checksum } of [victim, ...bystanders]) sums.push(await checksum());
  return sums;
}

/** What may hold a text that is the same in every studio: one of a few words, a name of the system's own, a word alone. */
const fixedTexts =
  /^(role|\w+_role|\w+_type|gender|status|outcome|payment_for|action|table_name|operation|currency|time_zone|word)$/;
/** Ids, also two joined to one, days, times and ranges of them. */
const noText = /^([\da-f]{8}-[\da-f]{4}-[-/\da-f]+|\d\d[\d:-]+([T ].*)?|[[{(].*)$/;

/** The free texts within a row. */
function textsIn(value: unknown, at: readonly string[]): { at: string; text: string }[] {
  if (typeof value === 'string')
    return fixedTexts.test(at.at(-1) ?? '') || noText.test(value) ? [] : [{ at: at.join('.'), text: value }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, [...at, key]));
}

/** Attacks every operation, several at a time, each by two studios that nothing else changes meanwhile. */
async function attackAll(known: Victim, ways: Ways, tally: Tally): Promise<void> {
  const waiting = [...operations];
  const lane = async () => {
    let pair = await openPair(server);
    for (let operation = waiting.shift(); operation; operation = waiting.shift()) {
      await attackOperation(server, known, pair, operation, ways, tally);
      // What it changed or deleted, those after it would meet.
      if (isFull && operation.method !== 'GET') pair = await openPair(server);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

describe('what is missing and what is foreign', () => {
  it.runIf(isFull)(
    'are refused in the same time',
    async () => {
      const { near } = await openPair(server);
      const reads = operations.filter(({ method, path }) => method === 'GET' && /\{\w*[iI]d\}/.test(path));
      const differences: number[] = [];
      for (let round = 0; round < 200; round += 1)
        for (const operation of reads) {
          const input = rightInput(operation, victim.things);
          const ask = async (given: unknown) =>
            await server.send(signed(apiRequest(operation, given as Input), near.tokens.get('owner')));
          const first = round % 2 === 0 ? await ask(input) : null;
          const missing = await ask(twinOf(input));
          const foreign = first ?? (await ask(input));
          expect(foreign.status).toBe(missing.status);
          differences.push(foreign.ms - missing.ms);
        }
      const median = differences.toSorted((a, b) => a - b)[differences.length >> 1] ?? NaN;
      console.log(`${differences.length} pairs of refusals, ${median.toFixed(3)} ms apart (median)`);
      expect(Math.abs(median)).toBeLessThan(0.2);
    },
    600_000,
  );
});

describe('the attack itself', () => {
  it('is on a studio that has a word of its own in every text', async () => {
    const rows = await rowsOf(server.past, victim.studio);
    const unmarked = rows.flatMap((row) =>
      textsIn(JSON.parse(row.slice(row.indexOf('{'))), row.split(' ', 1)),
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(unmarked.filter(({ text }) => wordsIn(text).length === 0)).toEqual([]);
  });

  it('starts from calls that succeed, so that only what is foreign in them can be refused', async () => {
    const refusals: string[] = [];
    let attacker = await openAttacker(server);
    for (const [nth, operation] of operations.filter((each) => !takesAppCode(each)).entries()) {
      const call = nth % 2 ? apiRequest : rpcRequest;
      const request = call(operation, rightInput(operation, attacker.things));
      const { status, text } = await server.send(signed(request, attacker.tokens.get('owner')));
      if (status !== 200) refusals.push(`${operation.operationId}: ${status} ${text}`);
      if (operation.method !== 'GET') attacker = await openAttacker(server);
    }
    expect(refusals).toEqual([]);
  });
});
