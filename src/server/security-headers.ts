import type { ServerResponse } from 'node:http';
import type { Config } from '#platform/config.ts';

// Styles may stand in attributes because components place themselves that way; scripts only come from our files.
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that mean something for pages and workers alone; on twenty scripts of a page they weigh as much as one more. */
export const pageHeaders = [
  'content-security-policy',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
];

/** Headers every answer carries, but for those a file of the bundle has no use for. */
export function setSecurityHeaders(config: Config, response: ServerResponse): void {
  response.setHeader('content-security-policy', contentPolicy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('referrer-policy', 'same-origin');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  if (config.BASE_URL.startsWith('https:'))
    response.setHeader('strict-transport-security', 'max-age=63072000; includeSubDomains');
}
