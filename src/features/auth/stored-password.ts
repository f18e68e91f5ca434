import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verifyPassword as verifyOlder } from 'better-auth/crypto';

const derive = promisify(argon2);

// Some 60 to 85 ms of work in 12 MB, more than four times the least that OWASP asks for with so little memory.
const cost = { memory: 12_288, passes: 13 };
const written = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A password as it is stored: Argon2id with a salt of its own, written with its cost as other programs do. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${toText(salt)}$${toText(key)}`;
}

/** Whether a password is the stored one. What was stored before Argon2id came is known by the library's scrypt. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [, memory, passes, salt = '', key = ''] = written.exec(hash) ?? [];
  if (!key) return await verifyOlder({ hash, password });
  const expected = Buffer.from(key, 'base64');
  const madeWith = { memory: Number(memory), passes: Number(passes) };
  return timingSafeEqual(await keyOf(password, Buffer.from(salt, 'base64'), madeWith), expected);
}

function keyOf(password: string, nonce: Buffer, { memory, passes }: typeof cost): Promise<Buffer> {
  const message = password.normalize('NFKC');
  return derive('argon2id', { message, nonce, memory, passes, parallelism: 1, tagLength: 32 });
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
