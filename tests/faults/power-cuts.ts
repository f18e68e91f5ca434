import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cutPower, prepareForCuts } from '#tests/support/power-cut.ts';
import type { Row } from './row.ts';

const runs = 110;

/** The power fails under the embedded engine, at moments spread over all that it forces to the disk. */
export async function cutPowers(cuts: number): Promise<Row> {
  const base = mkdtempSync(join(tmpdir(), 'barre-faults-'));
  const row: Row = {
    scenario: 'modelled power cut, embedded',
    tries: cuts,
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    longestWaitMs: 0,
    recoveryMs: { median: 0, longest: 0 },
    problems: [],
    statuses: {},
  };
  try {
    const prepared = join(base, 'prepared');
    await prepareForCuts(prepared);
    const whole = await cutPower(prepared, runs);
    for (let nth = 1; nth <= cuts; nth++) {
      const at = Math.ceil((nth / cuts) * whole.forced);
      const cut = await cutPower(prepared, runs, at).catch((error: unknown) => String(error));
      const problems = typeof cut === 'string' ? [cut] : cut.problems;
      row.problems.push(...problems.map((problem) => `cut at forced write ${at}: ${problem}`));
      if (typeof cut === 'string') continue;
      row.acknowledged += cut.acknowledged;
      row.lost += cut.lost;
      row.doubled += cut.doubled;
    }
    if (row.lost + row.doubled > 0) row.problems.push(`${row.lost} lost, ${row.doubled} doubled`);
    console.log(`  ${runs} writes force out content ${whole.forced} times`);
    return row;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
