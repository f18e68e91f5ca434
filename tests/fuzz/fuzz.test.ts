import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOperations } from '#tests/support/operations.ts';
import { audit } from './audit.ts';
import { fuzz, summary, type Tally } from './fuzz.ts';
import { openWorld, type World } from './world.ts';

// FUZZ_REQUESTS and FUZZ_SEED: how many, and which ones. `npm run fuzz` sends 50,000 of a new seed.
const count = Number(process.env['FUZZ_REQUESTS'] ?? 2000);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);

describe(`${count} requests of seed ${seed}`, { timeout: 3_600_000 }, () => {
  let world: World;
  let tally: Tally;
  beforeAll(async () => {
    world = await openWorld();
    tally = await fuzz(world, { seed, count, operations: await listOperations() });
    console.log(summary(tally));
  }, 3_600_000);
  afterAll(() => world.close());

  it('are each answered as documented, soon, and without a word of the inside', () => {
    expect(tally.problems.slice(0, 30).join('\n')).toBe('');
  });

  it('leave nothing behind that must not be stored', async () => {
    expect(await audit(world.app.database, world.people.owner)).toEqual([]);
  });
});
