import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainJson, rpcCodec } from '#server/plain-json.ts';

const browser = new StandardRPCSerializer(new StandardRPCJsonSerializer());
const procedure = {} as Parameters<typeof rpcCodec.encode>[1];

/** What a screen gets for what a procedure answered. */
function received(output: unknown): unknown {
  return browser.deserialize(JSON.parse(JSON.stringify(rpcCodec.encode(output, procedure).body)));
}

const withDates = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined, Number.NaN, 10n),
    fc.date({ noInvalidDate: true }),
    fc.array(tie('value')),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('value'),
      { noNullPrototype: true },
    ),
  ),
})).value;

describe('answers of procedures', () => {
  it('reach the screen as they were, dates and all', () => {
    fc.assert(
      fc.property(withDates, (output) => {
        expect(received(output)).toEqual(output);
      }),
    );
  });

  it('are told apart from what JSON has no word for', () => {
    expect([{ a: [1, 'b', null, true, {}] }, 'text', null, 0].map(isPlainJson)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const others = [
      undefined,
      new Date(),
      [undefined],
      { a: undefined },
      Number.NaN,
      1n,
      new Map(),
      { toJSON: () => 1 },
    ];
    expect(others.filter(isPlainJson)).toEqual([]);
  });
});
