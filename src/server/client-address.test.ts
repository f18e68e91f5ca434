import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { clientAddress } from '#server/client-address.ts';

const request = (remoteAddress: string, forwarded: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

it.each([
  ['10.0.0.2', '::ffff:10.0.0.2'],
  ['::ffff:10.0.0.2', '10.0.0.2'],
  ['::FFFF:10.0.0.2', '::ffff:10.0.0.2'],
  ['::ffff:a00:2', '10.0.0.2'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
])('believes the trusted proxy %s that comes as %s', (setting, socket) => {
  const { TRUSTED_PROXIES } = readConfig({ TRUSTED_PROXIES: setting });
  expect(clientAddress(request(socket, '192.0.2.1, 203.0.113.7'), TRUSTED_PROXIES)).toBe('203.0.113.7');
  expect(clientAddress(request('198.51.100.1', '203.0.113.7'), TRUSTED_PROXIES)).toBe('198.51.100.1');
});

it.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::7]:51234', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
])('takes %s, which some proxies forward, for %s', (forwarded, address) => {
  expect(clientAddress(request('10.0.0.2', forwarded), ['10.0.0.2'])).toBe(address);
});

it('takes what a proxy forwards that is no address as it stands', () => {
  expect(clientAddress(request('10.0.0.2', 'unknown'), ['10.0.0.2'])).toBe('unknown');
});
