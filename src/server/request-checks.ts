import type { IncomingMessage } from 'node:http';
import type { Config } from '#platform/config.ts';

export const maxBodyBytes = 1_000_000;

// Far more than a form to sign in with holds, and what is typed on most screens. A password of any length is brought into one Unicode form before it is
// verified, and the time that takes grows with the square of it.
const shortBytes = 20_000;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The address a request asks for, without what it is asked with. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}

/** Whether a request uses a method that nothing here answers, such as TRACE. */
export function isStrangeMethod(request: IncomingMessage): boolean {
  return !methods.includes(request.method ?? '');
}

/** Whether a request announces a body larger than anything we take; unannounced ones are cut off while read. */
export function isTooLarge(request: IncomingMessage): boolean {
  const max = request.url?.startsWith('/api/auth/') ? shortBytes : maxBodyBytes;
  return Number(request.headers['content-length'] ?? 0) > max;
}

/** Whether a request may have a body that is only read and kept for somebody who is signed in. */
export function isLong(request: IncomingMessage): boolean {
  return isLengthUnsaid(request) || Number(request.headers['content-length'] ?? 0) > shortBytes;
}

/** Whether a request has a body without saying how long it is: whoever reads it whole can not refuse it in time. */
export function isLengthUnsaid(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined;
}

/**
 * Whether a changing request that rides on a session cookie was sent by another site's page. Browsers name
 * the page's origin; requests with a bearer token are not sent by a page unasked.
 */
export function isForgedCrossSite(config: Config, request: IncomingMessage): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.headers.cookie) return false;
  const { origin } = request.headers;
  if (origin) return origin !== new URL(config.BASE_URL).origin && !isSameHost(origin, request.headers.host);
  return isLedByOtherSite(request);
}

/** Whether a browser says that a page of another site asks for this, or has sent its visitor here. */
export function isLedByOtherSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

// A laptop is reached as localhost and 127.0.0.1 alike; the host the browser itself asked for is as good as ours.
function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
