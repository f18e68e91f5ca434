import { cp, rm } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import { startEngine } from '#platform/embedded-engine.ts';
import { DurableNodeFS } from '#platform/embedded-files.ts';
import { PowerCutFiles } from './power-cut-files.ts';

/** What was told and what is there after it: runs of three rows each, numbered from 1. */
type PowerCut = {
  /** How many runs were said to be saved before the cut. */
  acknowledged: number;
  /** How often content was forced out until then. */
  forced: number;
  /** How many of these runs are gone. */
  lost: number;
  /** How many runs are there with more than their rows. */
  doubled: number;
  /** What else is wrong with what is there. */
  problems: string[];
};

/** Makes a database in a folder that cuts start from. */
export async function prepareForCuts(folder: string): Promise<void> {
  const engine = await startEngine({ files: new DurableNodeFS(folder, () => {}) });
  await engine.exec(
    'create table scratch_writes (run int not null, pad text not null); create index on scratch_writes (pad)',
  );
  await engine.close();
}

/**
 * Works on a copy of a prepared database until the power fails: as content is forced out for the `cutAt`th time, else
 * after so many runs. Then opens what is left on the disk.
 */
export async function cutPower(prepared: string, runs: number, cutAt = Infinity): Promise<PowerCut> {
  const live = `${prepared}-live`;
  const survivors = `${prepared}-survivors`;
  await Promise.all([live, survivors].map((folder) => cp(prepared, folder, { recursive: true })));
  try {
    const files = new PowerCutFiles(live, survivors);
    files.cutAt = cutAt;
    const told = await writeUntilCut(files, runs);
    const after = await startEngine({ files: new DurableNodeFS(survivors, () => {}) });
    const found = await compare(after, told).finally(() => after.close());
    return { acknowledged: told.runs, forced: files.forced, ...found };
  } finally {
    await Promise.all([live, survivors].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

/** What was said to be saved: runs, how many of them had their rows turned round later, and a table on its own. */
type Told = { runs: number; turned: number; hasMore: boolean };

async function writeUntilCut(files: PowerCutFiles, runs: number): Promise<Told> {
  const told: Told = { runs: 0, turned: 0, hasMore: false };
  const engine = await startEngine({ files });
  for (let run = 1; files.isPowered && run <= runs; run++) {
    await engine.query(
      `insert into scratch_writes select $1::int, md5(random()::text) || repeat('x', 500) from generate_series(1, 3)`,
      [run],
    );
    if (files.isPowered) told.runs = run;
    if (run % 3 === 0) {
      await engine.query('update scratch_writes set pad = reverse(pad) where run = $1', [run - 1]);
      if (files.isPowered) told.turned += 1;
    }
    if (run % 25 === 0) await engine.exec('checkpoint');
    if (run % 40 === 0) await engine.exec('vacuum scratch_writes');
    if (run === 30) {
      await engine.exec(
        'create table scratch_more (n int); insert into scratch_more select generate_series(1, 5000)',
      );
      told.hasMore = files.isPowered;
    }
  }
  files.isPowered = false;
  await engine.close();
  return told;
}

type Run = { run: number; rows: number; turned: number };

async function compare(engine: PGlite, told: Told): Promise<Pick<PowerCut, 'lost' | 'doubled' | 'problems'>> {
  const problems: string[] = [];
  const runs = await runsIn(engine, 'scratch_writes');
  await engine.exec('set enable_seqscan = off');
  if (JSON.stringify(await runsIn(engine, `scratch_writes where pad >= ''`)) !== JSON.stringify(runs))
    problems.push('the index says otherwise than the table');
  for (const { run, rows, turned } of runs) {
    if (rows < 3 || ![0, 3].includes(turned)) problems.push(`run ${run} is half there`);
    // The one that was under way at the cut may be there, and whole.
    if (run > told.runs + 1) problems.push(`run ${run} is there and was not asked for`);
  }
  const more = await moreIn(engine);
  if (more !== 5000 && (more !== null || told.hasMore)) problems.push(`the other table has ${more} rows`);
  const there = runs.filter(({ run }) => run <= told.runs).length;
  const turned = runs.filter((run) => run.turned > 0).length;
  return {
    lost: told.runs - there + Math.max(0, told.turned - turned),
    doubled: runs.filter(({ rows }) => rows > 3).length,
    problems,
  };
}

async function runsIn(engine: PGlite, from: string): Promise<Run[]> {
  const { rows } = await engine.query<Run>(
    `select run, count(*)::int as rows, count(*) filter (where pad like 'x%')::int as turned
     from ${from} group by run order by run`,
  );
  return rows;
}

/** How many rows the other table has; null where it is not there. */
async function moreIn(engine: PGlite): Promise<number | null> {
  const { rows } = await engine.query(`select where to_regclass('scratch_more') is not null`);
  if (rows.length === 0) return null;
  const counted = await engine.query<{ n: number }>('select count(*)::int as n from scratch_more');
  return counted.rows[0]?.n ?? null;
}
