import type { ServerResponse } from 'node:http';

/** Ends a request with a refusal in the API's own shape. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify({ code: String(status), status, message }));
}
