import { isIPv6 } from 'node:net';

/** Where an address is at home: itself, or its /64 in IPv6, where one household has 2^64 addresses to come from. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The same address can be written in many ways, a URL knows one.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((side) => side.split(':').filter(Boolean));
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
