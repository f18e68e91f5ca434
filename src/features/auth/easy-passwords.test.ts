import { expect, it } from 'vitest';
import { isEasyPassword } from './easy-passwords.ts';

it.each([
  '12345678',
  '11111111',
  '87654321',
  '1234567890',
  '19871123',
  'password',
  'Password1',
  'P@ssw0rd!',
  'passwordpassword',
  'pass-word-',
  'qwertyuiop',
  'qwerty123',
  'asdfghjkl',
  'poiuytrewq',
  '1q2w3e4r',
  '1qaz2wsx',
  'abcd1234',
  'abcdefgh',
  'aaaaaaaa',
  'a1b2c3d4',
  'iloveyou',
  'iloveyou2',
  'sunshine',
  'football1',
  'trustno1',
  'Welcome2026',
  'letmein!!',
  'dancer123',
  'ballet2026!',
  'michael1',
  'xyxyxyxy',
])('is easy: %s', (password) => {
  expect(isEasyPassword(password)).toBe(true);
});

it.each([
  'dance-with-us',
  'plié and relevé',
  'battement tendu',
  'another password',
  'correct horse battery staple',
  'tr0ub4dor&3',
  'пароль на весну',
  'k9#vQ2pL',
  '8302175940261738',
])('is not: %s', (password) => {
  expect(isEasyPassword(password)).toBe(false);
});

it('is easy when it says what everybody knows of the account', () => {
  const known = ['olive.owner@riverside.example', 'Olive Owner', 'Riverside Dance School'];
  for (const password of ['oliveowner', 'Olive2026', 'riverside!1', 'RiversideDanceSchool', 'r1vers1de99'])
    expect(isEasyPassword(password, known), password).toBe(true);
  expect(isEasyPassword('riverside in the rain', known)).toBe(false);
});

it.each([
  ['digits between letters', `a${'1'.repeat(60_000)}a`],
  ['one key that changes at last', `${'a'.repeat(60_000)}b`],
  ['nothing but marks', '\u0301\u0323'.repeat(40_000)],
])('leaves what is longer than a password may be to its length: %s', (_, password) => {
  const started = performance.now();
  expect(isEasyPassword(password)).toBe(false);
  // No time at all where nothing else runs; ten seconds and more if any pattern were tried on it.
  expect(performance.now() - started).toBeLessThan(5_000);
});

it('looks at no more of what is known than a name or an address has', () => {
  const started = performance.now();
  isEasyPassword('riverside in the rain', [`a${'\u0301'.repeat(20_000)}${'\u0316'.repeat(20_000)}`]);
  expect(performance.now() - started).toBeLessThan(500);
});
