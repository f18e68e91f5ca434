import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOperations, type Operation } from '#tests/support/operations.ts';
import { openAttackedServer, type AttackedServer } from './attacked-server.ts';
import { attackOperation, openAttacker, openPair, signed, type Tally, type Ways } from './duel.ts';
import { apiRequest, rightInput, rpcRequest } from './requests.ts';
import { openVictim, type Victim } from './victim.ts';

// npm test tries what names a thing of another studio where things belong, and some of the rest; npm run attack tries
// everything. On one engine each: what is asked here of the product, the guards ask of both databases.

const isFull = process.env['ATTACKS'] === 'all';
const lanes = 4;

const direct: Ways = {
  calls: isFull ? [apiRequest, rpcRequest] : [apiRequest],
  isTried: ({ isDirect }) => isDirect,
};
const indirect: Ways = {
  calls: [apiRequest],
  isTried: ({ isDirect }, nth) => !isDirect && (isFull || nth % 53 === 0),
};

let server: AttackedServer;
let victim: Victim;
let operations: Operation[];

beforeAll(async () => {
  server = await openAttackedServer();
  victim = await openVictim(server.past);
  operations = await listOperations();
});
afterAll(() => server.close());

describe('a studio attacked by another', () => {
  it('is told nothing of and changed in nothing, whatever is asked with its ids and texts', async () => {
    const before = await victim.checksum();
    const tally: Tally = { calls: 0, findings: [], statuses: new Map() };
    await attackAll(direct, tally);
    await attackAll(indirect, tally);
    console.log(
      `${tally.calls} calls with something of another studio, ${tally.findings.length} findings; answered with`,
      Object.fromEntries(tally.statuses),
    );
    expect(tally.findings).toEqual([]);
    expect(await victim.checksum()).toBe(before);
    expect(tally.calls).toBeGreaterThan(isFull ? 20_000 : 1000);
  }, 1_800_000);
});

/** Attacks every operation, several at a time, each by two studios that nothing else changes meanwhile. */
async function attackAll(ways: Ways, tally: Tally): Promise<void> {
  const waiting = [...operations];
  const lane = async () => {
    let pair = await openPair(server);
    for (let operation = waiting.shift(); operation; operation = waiting.shift()) {
      await attackOperation(server, victim, pair, operation, ways, tally);
      // What it changed or deleted, those after it would meet.
      if (isFull && operation.method !== 'GET') pair = await openPair(server);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

describe('the attack itself', () => {
  it('starts from calls that succeed, so that only what is foreign in them can be refused', async () => {
    const refusals: string[] = [];
    let attacker = await openAttacker(server);
    for (const [nth, operation] of operations.entries()) {
      const call = nth % 2 ? apiRequest : rpcRequest;
      const request = call(operation, rightInput(operation, attacker.things));
      const { status, text } = await server.send(signed(request, attacker.tokens.get('owner')));
      if (status !== 200) refusals.push(`${operation.operationId}: ${status} ${text}`);
      if (operation.method !== 'GET') attacker = await openAttacker(server);
    }
    expect(refusals).toEqual([]);
  });
});
