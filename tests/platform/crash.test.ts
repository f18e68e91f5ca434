import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#platform/database.ts';

const ROUNDS = 3;
const WRITE_LOOP = fileURLToPath(new URL('../support/write-loop.ts', import.meta.url));

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'barre-crash-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

it('loses no acknowledged write and keeps no half transaction when the process is killed', async () => {
  const dataDir = join(base, 'data');
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // Never far into the writing, and never twice at the same distance.
    acknowledged = await writeUntilKilled(dataDir, 60 + round * 47);
    expect(acknowledged).toBeGreaterThan(0);
    const { pool, close } = await openDatabase({ dataDir });
    const { rows } = await pool.query<{ last: number; runs: number; parts: number }>(
      'select max(run) as last, count(distinct run) as runs, count(*) as parts from scratch_writes',
    );
    const [found] = rows;
    await close();
    expect(found?.last).toBeGreaterThanOrEqual(acknowledged);
    expect(found).toMatchObject({ runs: found?.last, parts: (found?.last ?? 0) * 3 });
  }
}, 120_000);

/** Returns the last write the process was told is saved. */
function writeUntilKilled(dataDir: string, writingMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, [WRITE_LOOP, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    let reported = '';
    writer.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (reported === '') setTimeout(() => writer.kill('SIGKILL'), writingMs);
      reported += text;
    });
    writer.once('error', reject);
    // The last line may be torn; only those that ended were acknowledged to anyone.
    writer.once('close', () => resolve(Number(reported.split('\n').at(-2) ?? 0)));
  });
}
