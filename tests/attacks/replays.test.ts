import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { listOperations, takesAppCode, type Operation } from '#tests/support/operations.ts';
import type { Studio } from '#tests/support/test-app.ts';
import { openAttackedServer, type Answer, type AttackedServer } from './attacked-server.ts';
import { signed } from './duel.ts';
import { furnish, openSession, type Things } from './furnished-studio.ts';
import { apiRequest, put, rightInput, slotsOf, type Input, type Slot } from './requests.ts';
import { rowsOf } from './victim.ts';
import { asOwner } from '#tests/support/test-database.ts';

// Everything that changes something, sent again as it was: at once, a day later, and when its key is forgotten.

/** What nothing tells from something new by then: its key alone did. */
const newByThen = ['functions.adminCreateUser', 'leads.create', 'payments.add', 'people.instructors.create'];

type Own = { studio: Studio; things: Things; token: string };

let server: AttackedServer;
let operations: Operation[];
let own: Own;
let other: Own;

beforeAll(async () => {
  server = await openAttackedServer();
  operations = (await listOperations()).filter((each) => each.method !== 'GET' && !takesAppCode(each));
  own = await openOwn();
  other = await openOwn();
});
afterAll(() => server.close());

describe('a request that is sent again', () => {
  it('is not done again, and after its key was forgotten only where it may be another one', async () => {
    const doneAgain: string[] = [];
    const doneLater: string[] = [];
    for (const operation of operations) {
      const { input, text } = await sendFirst(operation);
      const done = await kept();
      for (const hours of [1, 24]) {
        await age(hours);
        const again = await send(operation, own, input);
        if (isKeyed(operation))
          expect([operation.operationId, again.text]).toEqual([operation.operationId, text]);
        expect(again.status).toBeLessThan(500);
      }
      if ((await kept()) !== done) doneAgain.push(operation.operationId);
      await age(null);
      expect((await send(operation, own, input)).status).toBeLessThan(500);
      if ((await kept()) !== done) doneLater.push(operation.operationId);
    }
    expect(doneAgain).toEqual([]);
    expect(doneLater.toSorted()).toEqual(newByThen);
  });

  it('with its key and something else in it is refused, and with the key of another studio is one of its own', async () => {
    const keyed = operations.filter(isKeyed);
    expect(keyed.length).toBeGreaterThan(6);
    for (const operation of keyed) {
      const { input, text } = await sendFirst(operation);
      const done = await kept();
      const changed = await send(operation, own, otherwise(operation, input));
      expect([operation.operationId, changed.status]).toEqual([operation.operationId, 422]);
      expect(await kept()).toBe(done);
      other = await openOwn();
      const theirs = await send(operation, other, {
        ...inputOf(operation, other),
        idempotencyKey: input['idempotencyKey'],
      });
      expect([operation.operationId, theirs.status]).toEqual([operation.operationId, 200]);
      // How many were imported is the same for both.
      if (operation.operationId !== 'data.import') expect(theirs.text).not.toBe(text);
      expect(await kept()).toBe(done);
    }
  });
});

/** Sends what succeeds, in another studio where those before it have left none of what it takes. */
async function sendFirst(operation: Operation): Promise<{ input: Input; text: string }> {
  for (const isLast of [false, true]) {
    const input = inputOf(operation, own);
    const { status, text } = await send(operation, own, input);
    if (status === 200) return { input, text };
    if (isLast) throw new Error(`${operation.operationId} is refused: ${status} ${text}`);
    own = await openOwn();
  }
  throw new Error('never reached');
}

async function openOwn(): Promise<Own> {
  const studio = await server.past.studio({ name: 'own studio' });
  const { token } = await openSession(server.past, studio.owner, 'own');
  return { studio, things: await furnish(server.past, studio, (what) => `own ${what}`), token };
}

function isKeyed({ body }: Operation): boolean {
  return 'idempotencyKey' in Object(body?.['properties']);
}

/** The same with something else in it: in a text, or at another time or on another day where it has none. */
function otherwise(operation: Operation, input: Input): Input {
  const free = slotsOf(operation, input).find(isFree);
  if (free) return put(input, free.at, 'full_name\nSomebody Else');
  return 'endTime' in input ? put(input, ['endTime'], '13:30') : put(input, ['date'], '2026-11-30');
}

/** A text that may say anything. */
function isFree({ at }: Slot): boolean {
  return /^(notes|paymentNotes|(full_?)?name|text)$/i.test(String(at.at(-1)));
}

let keys = 0;

function inputOf(operation: Operation, { things }: Own): Input {
  const input = rightInput(operation, things);
  return isKeyed(operation) ? { ...input, idempotencyKey: `a-key-of-our-own-${(keys += 1)}` } : input;
}

async function send(operation: Operation, { token }: Own, input: Input): Promise<Answer> {
  return await server.send(signed(apiRequest(operation, input), token));
}

/** All of the studio, but which requests it knows and when somebody was last invited: that is sent again on purpose. */
async function kept(): Promise<string> {
  const rows = await rowsOf(server.past, own.studio);
  const lasting = rows.filter((row) => !row.startsWith('idempotency_keys '));
  return lasting
    .map((row) => row.replace(/"invited_at":"[^"]*"/, ''))
    .toSorted()
    .join('\n');
}

/** Lets what was asked by now be older by so many hours, or forgotten. */
async function age(hours: number | null): Promise<void> {
  const aged =
    hours === null
      ? sql`delete from idempotency_keys`
      : sql`update idempotency_keys set created_at = created_at - make_interval(hours => ${hours})`;
  await asOwner(server.past.database, own.studio.owner, (tx) => aged.execute(tx));
}
