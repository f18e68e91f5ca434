import type { IncomingHttpHeaders } from 'node:http';

const forwardedBy = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Whether a request comes from the machine the server runs on, and no proxy there speaks for somebody else. */
export function isFromThisMachine(headers: IncomingHttpHeaders, address: string | undefined): boolean {
  return (
    !forwardedBy.some((name) => headers[name] !== undefined) && /^(::ffff:)?127\.|^::1$/.test(address ?? '')
  );
}
