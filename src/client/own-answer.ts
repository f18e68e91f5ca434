/**
 * The server's own answer, told by its kind. A page that a network's portal or a proxy sends in its place says nothing of
 * what was asked: it is thrown as a line that is down would be.
 */
export function ownAnswer(response: Response, kind = 'application/json'): Response {
  if (response.headers.get('content-type')?.startsWith(kind)) return response;
  throw new TypeError(`Something else than the server answered (${response.status}).`);
}
