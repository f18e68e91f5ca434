import { Agent, request } from 'node:http';
import type { Operation } from '#tests/support/operations.ts';
import type { Input } from './inputs.ts';
import { toJson } from './values.ts';

export type Call = { method: string; path: string; body: string | null };
export type Reply = { status: number; text: string; type: string; requestId: string; ms: number };

/** An input as a call of the public API: parameters into the address, the rest into the body. */
export function toApiCall({ method, path, parameters }: Operation, input: Input): Call {
  const places = new Map(parameters.map((parameter) => [parameter.name, parameter.in]));
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(textOf(input[name]) || '%20'));
  const query = Object.entries(input)
    .filter(([name]) => places.get(name) === 'query' || (method === 'GET' && !places.has(name)))
    .map(([name, value]) => `${encoded(name)}=${encoded(textOf(value))}`);
  const body = Object.entries(input).filter(([name]) => !places.has(name));
  return {
    method,
    path: `/api${at}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    // fromEntries keeps a field called __proto__ a field.
    body: method === 'GET' || body.length === 0 ? null : toJson(Object.fromEntries(body)),
  };
}

/** An input as a call of the screens, with what they note beside it about its types. */
export function toScreenCall({ method, operationId }: Operation, input: Input, meta: unknown[]): Call {
  const path = `/rpc/${operationId.replaceAll('.', '/')}`;
  const body = toJson({ json: input, meta });
  if (method !== 'GET') return { method: 'POST', path, body };
  return { method, path: `${path}?data=${encoded(body)}`, body: null };
}

/** A value as it stands in an address: text as it is, all else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Percent-encoded, halves of characters and long texts included, which an address takes only broken and cut. */
function encoded(text: string): string {
  const cut = text.slice(0, 3000);
  return cut.isWellFormed() ? encodeURIComponent(cut) : `${encodeURIComponent(cut.toWellFormed())}%ED%A0%80`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const patienceMs = 60_000;

/** Sends a call and reads its answer; rejects when there is none. */
export function send(url: string, call: Call, token: string | null): Promise<Reply> {
  const started = performance.now();
  const headers: Record<string, string | number> = {};
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (call.body !== null) headers['content-type'] = 'application/json';
  if (call.method !== 'GET') headers['content-length'] = Buffer.byteLength(call.body ?? '');
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = request(url + call.path, { method: call.method, headers, agent, timeout: patienceMs });
  sent.on('error', reject);
  sent.on('timeout', () => sent.destroy(new Error('no answer')));
  sent.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => (text += part));
    response.on('error', reject);
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        text,
        type: response.headers['content-type'] ?? '',
        requestId: String(response.headers['x-request-id'] ?? ''),
        ms: performance.now() - started,
      }),
    );
  });
  sent.end(call.body ?? undefined);
  return promise;
}
