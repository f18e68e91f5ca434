import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase, hasPostgres } from '#tests/support/test-database.ts';

const ASK_OFTEN = fileURLToPath(new URL('../support/ask-often.ts', import.meta.url));
// The heap may grow far, so that no full collection hides what is left.
const flags = ['--expose-gc', '--max-semi-space-size=2', '--heap-growing-percent=4000'];
// One function in a field of a query, where it is written there, keeps 2 kB of each.
const leastOfALeak = 500;

it.runIf(hasPostgres)('leaves nothing of a read or a write behind for a full collection', async () => {
  const place = await createDatabase();
  onTestFinished(() => place.drop());
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, ASK_OFTEN, place.url]);
  const left = JSON.parse(stdout) as { read: number; write: number };
  expect(left.read).toBeLessThan(leastOfALeak);
  expect(left.write).toBeLessThan(leastOfALeak);
});
