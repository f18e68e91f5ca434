import { isIP, SocketAddress } from 'node:net';

/**
 * One setting: how its text is read, what it is when absent, and what the README says of it. What may hold a secret is
 * never repeated.
 */
export type Setting<T> = {
  read: (text: string) => T;
  fallback: T;
  about: string;
  shown?: string;
  isPrivate?: true;
};

const address = String.raw`[^\s<>@,]+@[^\s<>@,]+`;
/** Takes an email address. */
export const anAddress = matching(`^${address}$`, 'an email address');
/** Takes an email address, alone or after a name. */
export const aSender = matching(
  `^(${address}|.*<${address}>)$`,
  'an email address, or a name and an address as Barre <hello@studio.example>',
);

function asGiven(value: string): string {
  return value;
}

/** Any text, or one that `read` takes. */
export function text(fallback: string, about: string, read = asGiven): Setting<string> {
  return { read, fallback, about };
}

function matching(pattern: string, wanted: string) {
  return (value: string): string => {
    if (!new RegExp(pattern).test(value)) throw new Error(`must be ${wanted}`);
    return value;
  };
}

/** By its id alone: Microsoft signs with that, whatever domain name the tenant has besides. */
export function tenant(fallback: string, about: string): Setting<string> {
  const read = (value: string) => {
    const written = value.toLowerCase();
    if (!/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|common|organizations|consumers)$/.test(written))
      throw new Error('must be a tenant id, common, organizations or consumers');
    return written;
  };
  return { read, fallback, about };
}

/** Text that may be absent. */
export function optional(about: string, shown = 'none', read = asGiven): Setting<string | null> {
  return { read, fallback: null, about, shown };
}

/** A whole number, its ends included. */
export function whole(
  fallback: number,
  min: number,
  max: number,
  about: string,
  shown = `\`${fallback}\``,
): Setting<number> {
  const read = (value: string) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  };
  return { read, fallback, about, shown };
}

/** A port to listen on; 0 for any. */
export function port(fallback: number, about: string): Setting<number> {
  return whole(fallback, 0, 65_535, about);
}

/** An address with one of these schemes; `finish` says what is kept of it. */
export function url(
  schemes: readonly string[],
  about: string,
  shown: string,
  finish = asGiven,
): Setting<string | null> {
  const beginnings = schemes.map((scheme) => `${scheme}://`);
  const read = (value: string) => {
    if (!URL.canParse(value) || !beginnings.some((each) => value.toLowerCase().startsWith(each)))
      throw new Error(`must be a URL that begins with ${beginnings.join(' or ')}`);
    return finish(value);
  };
  return { read, fallback: null, about, shown, isPrivate: true };
}

/**
 * Takes of a URL its origin.
 * @throws where more follows it
 */
export function originOf(value: string): string {
  const { href, origin } = new URL(value);
  if (href !== `${origin}/`)
    throw new Error('must end after the host and its port: Barre is reached at / there');
  return origin;
}

/**
 * Takes a URL that brings a login.
 * @throws where it brings none that can be sent
 */
export function withLogin(value: string): string {
  const { username, password } = new URL(value);
  if (!decoded(username) || !decoded(password))
    throw new Error(
      'must bring account and token, as https://account:token@…, with a % in them written as %25',
    );
  return value;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** One of these words. */
export function oneOf<const T extends string>(
  choices: readonly T[],
  fallback: T | null,
  about: string,
  shown: string,
): Setting<T | null> {
  const read = (value: string) => {
    const choice = choices.find((each) => each === value);
    if (!choice) throw new Error(`must be one of ${choices.join(', ')}`);
    return choice;
  };
  return { read, fallback, about, shown };
}

/** `true` or `false`. */
export function bool(fallback: boolean | null, about: string, shown: string): Setting<boolean | null> {
  const read = (value: string) => {
    if (value !== 'true' && value !== 'false') throw new Error('must be true or false');
    return value === 'true';
  };
  return { read, fallback, about, shown };
}

/** A secret of 32 characters at least. */
export function secret(about: string, shown: string): Setting<string | null> {
  const read = (value: string) => {
    if (value.length < 32) throw new Error('must have at least 32 characters');
    return value;
  };
  return { read, fallback: null, about, shown, isPrivate: true };
}

/** IP addresses between commas, each as sockets write it. */
export function addresses(about: string, shown: string): Setting<string[]> {
  const read = (value: string) =>
    value.split(',').map((each) => {
      if (!isIP(each.trim())) throw new Error(`${JSON.stringify(each.trim())} is not an IP address`);
      return asSocketsWrite(each.trim());
    });
  return { read, fallback: [], about, shown };
}

/** An address in the one form it is compared in: `::ffff:10.0.0.2` is 10.0.0.2. */
function asSocketsWrite(address: string): string {
  // The zone of a local address would get lost.
  if (isIP(address) !== 6 || address.includes('%')) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=.+\.)/, '');
}
