import type { IncomingMessage } from 'node:http';

/**
 * The address a request came from. `X-Forwarded-For` is believed only as far as trusted proxies wrote it:
 * read from the right, the first address that is not one of them.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const socket = plain(request.socket.remoteAddress ?? '');
  if (!trustedProxies.includes(socket)) return socket;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((each) => plain(each.trim()))
    .filter(Boolean);
  return forwarded.findLast((address) => !trustedProxies.includes(address)) ?? forwarded[0] ?? socket;
}

function plain(written: string): string {
  // Some proxies write the port, too, which is another one each time.
  const address = written.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3');
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
