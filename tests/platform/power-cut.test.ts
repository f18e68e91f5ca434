import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cutPower, prepareForCuts } from '../support/power-cut.ts';

let base: string;
const prepared = () => join(base, 'prepared');

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'barre-power-cut-'));
  await prepareForCuts(prepared());
});
afterAll(() => rm(base, { recursive: true, force: true }));

// Different lengths put the cut at different distances from a checkpoint; at each forced write: npm run faults.
it.each([43, 110])(
  'keeps every acknowledged commit when the power fails after %i of them',
  async (commits) => {
    const cut = await cutPower(prepared(), commits);
    expect(cut).toMatchObject({ acknowledged: commits, lost: 0, doubled: 0, problems: [] });
  },
);
