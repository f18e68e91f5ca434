import type { ServerResponse } from 'node:http';

/**
 * Ends a request with a refusal in the API's own shape, or in that of the screens' calls: else they lose its words.
 * @returns true: it was answered
 */
export function refuse(response: ServerResponse, status: number, message: string): true {
  const refusal = { code: String(status), status, message };
  const isCall = response.req.url?.startsWith('/rpc/');
  const text = JSON.stringify(isCall ? { json: { defined: false, ...refusal } } : refusal);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    // With its length it goes out as one piece: where too much is asked, refusals are most of the work.
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...comeBack(status),
  });
  response.end(text);
  return true;
}

/** Says when to come back to who was told that it does not work right now. */
export function comeBack(status: number): { 'retry-after'?: string } {
  return status === 503 ? { 'retry-after': '2' } : {};
}
