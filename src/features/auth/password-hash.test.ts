import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { passwordHash } from '#features/auth/password-hash.ts';

it.runIf(process.platform === 'linux')('hashes behind whoever answers meanwhile', async () => {
  await passwordHash.hash('grand battement 9');
  const hashing = readdirSync('/proc/self/task').filter(
    (thread) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === 'libuv-worker',
  );
  expect(hashing.map((thread) => getPriority(Number(thread)))).toEqual([10, 10, 10, 10]);
  expect(getPriority(process.pid)).toBeLessThan(10);
});
