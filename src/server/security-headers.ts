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

const headersOfPages = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

// JSON is no page: nothing runs in it, and what is said of pages would outweigh a short answer.
const headersOfData = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers every answer carries, but for those a file of the bundle has no use for. */
export function setSecurityHeaders(config: Config, response: ServerResponse, isData: boolean): void {
  const headers = isData ? headersOfData : headersOfPages;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (config.BASE_URL.startsWith('https:'))
    response.setHeader('strict-transport-security', 'max-age=63072000; includeSubDomains');
}
