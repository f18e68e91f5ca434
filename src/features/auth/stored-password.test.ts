import { hashPassword as hashAsBefore } from 'better-auth/crypto';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '#features/auth/stored-password.ts';

const password = 'grand battement 9';

it('knows the password it was made of and no other', async () => {
  const hash = await hashPassword(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=12288,t=13,p=1\$/);
  expect(await verifyPassword({ hash, password })).toBe(true);
  expect(await verifyPassword({ hash, password: 'grand battement 8' })).toBe(false);
  expect(await hashPassword(password)).not.toBe(hash);
});

it('takes letters typed in either of their forms for the same', async () => {
  const hash = await hashPassword('ba\u0301lle\u0301 9');
  expect(await verifyPassword({ hash, password: 'b\u00e1ll\u00e9 9' })).toBe(true);
});

it('reads what other programs write: the reference implementation’s own example', async () => {
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword({ hash, password: 'password' })).toBe(true);
});

it('still knows what was stored before', async () => {
  const hash = await hashAsBefore(password);
  expect(await verifyPassword({ hash, password })).toBe(true);
  expect(await verifyPassword({ hash, password: 'grand battement 8' })).toBe(false);
});
