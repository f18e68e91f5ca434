import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from './checker.ts';
import { startLoad, together } from './load.ts';
import { addStudios } from './point-in-time.ts';
import { rowOf, type Row } from './row.ts';
import { AUTH_SECRET, openStand } from './stand.ts';
import { superviseApp } from './supervised-app.ts';
import { writeMaker } from './writes.ts';

// What people are still at work with while a new version is brought in: those before the schema was changed last, taken
// from the project's history.

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Older versions' own tests of the API, on the schema of today. Null without their history. */
export async function testOlderVersions(versions: number): Promise<Row | null> {
  const problems: string[] = [];
  let tests = 0;
  for (const commit of olderVersions().slice(0, versions))
    await unpacked(commit, async (folder) => {
      rmSync(join(folder, 'migrations'), { recursive: true });
      cpSync(join(root, 'migrations'), join(folder, 'migrations'), { recursive: true });
      const { passed, failed } = await runApiTests(folder);
      console.log(`  ${passed} tests of ${commit} pass on the schema of today, ${failed.length} fail`);
      tests += passed + failed.length;
      problems.push(...failed.map((name) => `${commit}: ${name}`));
    });
  if (tests === 0) return null;
  const findings = { acknowledged: 0, lost: [], doubled: [], halves: [], mistold: [], unasked: [] };
  const load = { statuses: {}, longestMs: 0, unclear: [] };
  return rowOf('tests of the version before', { tries: tests, load, findings, recoveries: [], problems });
}

/**
 * The version before at work under load, while this one brings the schema up to date, starts and works beside it. `others`
 * are studios that are there besides and give the database a size. Null without its history.
 */
export async function updateUnderLoad(others: number): Promise<Row | null> {
  const [commit] = olderVersions();
  return commit === undefined ? null : await unpacked(commit, (folder) => updateFrom(folder, others));
}

async function updateFrom(folder: string, others: number): Promise<Row | null> {
  execFileSync(process.execPath, ['scripts/build-server.mjs'], { cwd: folder });
  const stand = await openStand({ program: join(folder, 'build/server/main.js') });
  if (!stand) return null;
  const { postgres, studio } = stand;
  try {
    if (others > 0) await addStudios(postgres, studio.url, others);
    const make = writeMaker(studio);
    const load = startLoad(studio, { make });
    await load.untilSaved(50);
    const app = await superviseApp({ DATABASE_URL: postgres.url(), AUTH_SECRET });
    const startMs = await app.untilReady();
    const beside = startLoad({ ...studio, url: app.url }, { make });
    await Promise.all([load, beside].map((each) => each.untilSaved(200)));
    await Promise.all([load, beside].map((each) => each.stop()));
    await app.stop();
    const both = { ...together([load, beside]), writes: [...load.writes, ...beside.writes] };
    const refused = load.refused() + beside.refused();
    const problems = refused > 0 ? [`${refused} requests were refused`] : [];
    const findings = await check(postgres.ask, both);
    return rowOf('updated under load', { tries: 1, load: both, findings, recoveries: [startMs], problems });
  } finally {
    await stand.remove();
  }
}

/** The commits before the schema changed, the last first, as far as what they had of it is the beginning of today's. */
function olderVersions(): string[] {
  const today = git('ls-tree', 'HEAD', 'migrations/');
  const changes = git('log', '--format=%h', '--', 'migrations').split('\n');
  return changes
    .map((commit) => `${commit}^`)
    .filter((commit) => {
      const schema = git('ls-tree', commit, 'migrations/');
      return schema !== '' && today.startsWith(schema);
    })
    .map((commit) => git('rev-parse', '--short', commit));
}

/** What git says; nothing where there is no history, or not so much of it. */
function git(...words: string[]): string {
  try {
    return execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

async function unpacked<T>(commit: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'barre-older-'));
  try {
    execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root });
    symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'));
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Report = {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

/** Those that ask the API of a database, on a PostgreSQL server. */
async function runApiTests(folder: string): Promise<{ passed: number; failed: string[] }> {
  const files = globSync('src/features/**/*.test.ts', { cwd: folder }).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes('support/test-app'),
  );
  const file = join(folder, 'report.json');
  const words = ['run', '--reporter=json', `--outputFile=${file}`, ...files];
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
    cwd: folder,
    env: { ...process.env, TEST_ENGINE: 'postgres' },
    stdio: 'ignore',
  });
  await once(vitest, 'exit');
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    return status === 'failed' && tests.length === 0 ? [name] : tests;
  });
  return { passed: numPassedTests, failed };
}
