import {
  STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES as types,
  StandardRPCJsonSerializer,
  StandardRPCSerializer,
} from '@orpc/client/standard';
import { ORPCError } from '@orpc/server';
import { StandardRPCCodec, type StandardCodec } from '@orpc/server/standard';
import { JsonText } from '#platform/json-text.ts';

// No procedure takes an address, a pattern, a set or the like, and to read some of them is much work.
const taken: ReadonlySet<unknown> = new Set([types.UNDEFINED, types.NAN, types.DATE]);

type Notes = Parameters<StandardRPCJsonSerializer['deserialize']>[1];

class PlainInput extends StandardRPCJsonSerializer {
  override deserialize(json: unknown, meta: Notes): unknown {
    if (meta.some(([type]) => !taken.has(type)))
      throw new ORPCError('BAD_REQUEST', { message: 'Send text, numbers, yes or no, and lists of them.' });
    return super.deserialize(json, meta);
  }
}

const library = new StandardRPCCodec(new StandardRPCSerializer(new PlainInput()));

/**
 * How the screens' calls are read and answered: as the library does it, but for what JSON says completely. That needs
 * no note of what JSON has no word for, so no copy of it is made in search of that; lists are answered a tenth faster.
 */
export const rpcCodec: StandardCodec = {
  decode: (request, params, procedure) => library.decode(request, params, procedure),
  encode(output, procedure) {
    if (output instanceof JsonText)
      return { status: 200, headers: {}, body: new JsonText(`{"json":${output.text}}`) };
    if (isPlainJson(output)) return { status: 200, headers: {}, body: { json: output } };
    return library.encode(output, procedure);
  },
  encodeError: (error) => library.encodeError(error),
};

/** Whether a value comes out of JSON as it went in: no dates, no undefined, no NaN, nothing of a class. */
export function isPlainJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isPlainJson);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  // Walked where it lies: a list of its values would be made for every row.
  for (const key in value) if (!isPlainJson((value as Record<string, unknown>)[key])) return false;
  return true;
}
