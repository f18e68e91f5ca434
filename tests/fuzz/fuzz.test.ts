import { expect, it } from 'vitest';
import { listOperations, takesAppCode } from '#tests/support/operations.ts';
import { audit } from './audit.ts';
import { emptyTally, fuzz, summary } from './fuzz.ts';
import { openWorld } from './world.ts';

// FUZZ_REQUESTS and FUZZ_SEED: how many, and which ones. `npm run fuzz` sends 100,000 of a new seed.
const count = Number(process.env['FUZZ_REQUESTS'] ?? 2700);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
// In a studio of their own: lists grow by what is taken, and a list of thousands is another test.
const perStudio = 2700;

const lasts = Array.from({ length: Math.ceil(count / perStudio) }, (_, nth) =>
  Math.min((nth + 1) * perStudio, count),
);
const tally = emptyTally();

it.each(lasts)(
  `answers as documented, soon, without a word of the inside, and stores no nonsense: seed ${seed}, up to %i`,
  { timeout: 1_200_000 },
  async (until) => {
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
    if (until === count) console.log(summary(tally));
  },
);

it('is believed by nobody unless every operation took something', async () => {
  const operations = (await listOperations()).filter((each) => !takesAppCode(each));
  const isTaken = (status: number) => status < 300;
  const never = operations.filter(
    ({ operationId }) => ![...(tally.answers.get(operationId)?.keys() ?? [])].some(isTaken),
  );
  expect(never.map(({ operationId }) => operationId)).toEqual([]);
});
