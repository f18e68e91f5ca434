import { hashPassword } from '#features/auth/stored-password.ts';

// Hashes passwords one after the other, as the server does, and nothing else: what a busy core costs by itself.
process.on('message', ({ ms }: { ms: number }) => {
  void hashFor(ms).then((count) => process.send?.({ count }));
});

async function hashFor(ms: number): Promise<number> {
  const until = performance.now() + ms;
  let count = 0;
  for (; performance.now() < until; count++) await hashPassword('grand battement 9');
  return count;
}
