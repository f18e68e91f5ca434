import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEngine } from '#platform/embedded-engine.ts';
import { DurableNodeFS } from '#platform/embedded-files.ts';
import { PowerCutFiles } from '../support/power-cut-files.ts';

let base: string;
const prepared = () => join(base, 'prepared');

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'barre-power-cut-'));
  const engine = await startEngine({ files: new DurableNodeFS(prepared(), () => {}) });
  await engine.exec(
    'create table scratch_writes (run int not null, pad text not null); create index on scratch_writes (pad)',
  );
  await engine.close();
});
afterAll(() => rm(base, { recursive: true, force: true }));

// Different lengths put the cut at different distances from a checkpoint.
it.each([43, 110])(
  'keeps every acknowledged commit when the power fails after %i of them',
  async (commits) => {
    const live = join(base, `live-${commits}`);
    const survivors = join(base, `survivors-${commits}`);
    await Promise.all([live, survivors].map((folder) => cp(prepared(), folder, { recursive: true })));
    const files = new PowerCutFiles(live, survivors);
    const engine = await startEngine({ files });
    for (let run = 1; run <= commits; run++) {
      await engine.query(
        `insert into scratch_writes select $1::int, md5(random()::text) || repeat('x', 500) from generate_series(1, 3)`,
        [run],
      );
      if (run % 3 === 0)
        await engine.query('update scratch_writes set pad = reverse(pad) where run = $1', [run - 1]);
      if (run % 25 === 0) await engine.exec('checkpoint');
      if (run % 40 === 0) await engine.exec('vacuum scratch_writes');
      if (run === 30)
        await engine.exec(
          'create table scratch_more (n int); insert into scratch_more select generate_series(1, 5000)',
        );
    }
    files.isPowered = false;
    await engine.close();

    const after = await startEngine({ files: new DurableNodeFS(survivors, () => {}) });
    const count = (from: string) =>
      after.query<{ runs: number; rows: number }>(
        `select count(distinct run)::int as runs, count(*)::int as rows from ${from}`,
      );
    expect((await count('scratch_writes')).rows).toEqual([{ runs: commits, rows: commits * 3 }]);
    await after.exec('set enable_seqscan = off');
    expect((await count(`scratch_writes where pad >= ''`)).rows).toEqual([
      { runs: commits, rows: commits * 3 },
    ]);
    expect((await after.query('select count(*)::int as n from scratch_more')).rows).toEqual([{ n: 5000 }]);
    await after.close();
  },
);
