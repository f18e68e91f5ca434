import { expect, it } from 'vitest';
import { listOperations, takesAppCode } from '#tests/support/operations.ts';
import { audit } from './audit.ts';
import { emptyTally, fuzz, slowestOfMost, summary } from './fuzz.ts';
import { openWorld } from './world.ts';

// FUZZ_REQUESTS, FUZZ_SEED and FUZZ_SEEDS: how many, which ones, and of how many seeds from that one on. `npm run fuzz` sends
// 200,000 of ten new seeds.
const count = Number(process.env['FUZZ_REQUESTS'] ?? 2700);
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1);
const seedCount = Number(process.env['FUZZ_SEEDS'] ?? 1);
// In a studio of their own: lists grow by what is taken, and a list of thousands is another test.
const perStudio = 2700;

const perSeed = Math.ceil(count / seedCount);
const lasts = Array.from({ length: Math.ceil(perSeed / perStudio) }, (_, nth) =>
  Math.min((nth + 1) * perStudio, perSeed),
);
const parts = Array.from({ length: seedCount }, (_, nth) =>
  lasts.map((until) => [firstSeed + nth, until] as const),
).flat();
const tally = emptyTally();

it.each(parts)(
  'answers as documented, without a word of the inside, and stores no nonsense: seed %i, up to %i',
  { timeout: 1_200_000 },
  async (seed, until) => {
    const operations = await listOperations();
    tally.problems = [];
    tally.sent = Math.floor((until - 1) / perStudio) * perStudio;
    const world = await openWorld();
    try {
      await fuzz(world, tally, { seed, until, operations });
      expect(tally.problems.slice(0, 20).join('\n')).toBe('');
      expect(await audit(world.app.database, world.people.owner)).toEqual([]);
    } finally {
      await world.close();
    }
  },
);

it('answers 99 of 100 soon', () => {
  console.log(summary(tally));
  const { ms, promisedMs } = slowestOfMost(tally);
  expect(ms).toBeLessThanOrEqual(promisedMs);
});

it('is believed by nobody unless every operation took something', async () => {
  const operations = (await listOperations()).filter((each) => !takesAppCode(each));
  const isTaken = (status: number) => status < 300;
  const never = operations.filter(
    ({ operationId }) => ![...(tally.answers.get(operationId)?.keys() ?? [])].some(isTaken),
  );
  expect(never.map(({ operationId }) => operationId)).toEqual([]);
});
