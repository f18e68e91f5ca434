import { expect, it } from 'vitest';
import { killReplays } from '#tests/faults/killed-replays.ts';

// Once at each moment; npm run faults does it for longer.
const kills = 3;

it('a log from the outbox is kept exactly once, wherever the server is killed and through an update', async () => {
  const row = await killReplays(kills);
  expect(row).toMatchObject({ tries: kills, acknowledged: kills, lost: 0, doubled: 0, problems: [] });
});
