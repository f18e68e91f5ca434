import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ORPCError } from '@orpc/server';
import { JsonText } from '#platform/json-text.ts';
import { comeBack } from '#server/refuse.ts';
import { maxBodyBytes } from '#server/request-checks.ts';

// In place of the library's own adapter, which takes any kind of body and answer and compresses as a stream: we speak
// JSON only, and an answer that is known whole is cheaper to compress and to send.

/** What is asked, as the handlers of procedures take it. */
type Call = {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: () => Promise<unknown>;
  signal: undefined;
};

type Answer = { status: number; headers: OutgoingHttpHeaders; body?: unknown };

export function toCall(request: IncomingMessage): Call {
  return {
    method: request.method ?? 'GET',
    url: new URL(`http://localhost${request.url ?? '/'}`),
    headers: request.headers,
    body: () => readJson(request),
    signal: undefined,
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? 'application/json';
  if (!type.startsWith('application/json'))
    throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the input as application/json.' });
  const text = await readText(request);
  return text === '' ? undefined : JSON.parse(text);
}

// Bytes that are no text are refused: a name would be stored with signs in place of its letters.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body, as long as it stays within what we take; what comes beyond that is not kept. */
function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else reject(new ORPCError('PAYLOAD_TOO_LARGE', { message: 'This request is too large.' }));
    });
    request.on('end', () => {
      try {
        resolve(utf8.decode(Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
    request.on('error', reject);
  });
}

// A shorter answer fits a packet as it is.
const worthCompressing = 1400;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Answers with JSON, compressed where that pays and the caller takes it. */
export async function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  const text = body instanceof JsonText ? body.text : body === undefined ? '' : JSON.stringify(body);
  const encoding = text.length < worthCompressing ? null : encodingFor(request);
  const content = encoding ? await compress(text, encoding) : text;
  response.writeHead(status, {
    ...headers,
    ...comeBack(status),
    'cache-control': 'no-store',
    vary: 'accept-encoding',
    'content-length': Buffer.byteLength(content),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(encoding ? { 'content-encoding': encoding } : {}),
    // The rest of a body we do not take is not waited for.
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(content);
}

type Encoding = 'br' | 'gzip';

/** How to compress an answer, by what its caller takes; null: not at all. */
export function encodingFor(request: IncomingMessage): Encoding | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? null;
}

// Within a tenth of the smallest they reach, at a quarter of the time.
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 };

async function compress(text: string, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? await toBrotli(text, { params: brotliParams })
    : await toGzip(text, { level: 3 });
}
