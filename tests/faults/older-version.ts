import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { olderVersions, root, unpacking } from './history.ts';
import { rowWithoutLoad, type Row } from './row.ts';

/** Older versions' own tests of the API, on the schema of today. Null without their history. */
export async function testOlderVersions(versions: number): Promise<Row | null> {
  const problems: string[] = [];
  let tests = 0;
  await unpacking(async (unpack) => {
    for (const commit of olderVersions().slice(0, versions)) {
      const folder = unpack(commit);
      rmSync(join(folder, 'migrations'), { recursive: true });
      cpSync(join(root, 'migrations'), join(folder, 'migrations'), { recursive: true });
      const { passed, failed } = await runApiTests(folder);
      console.log(`  ${passed} tests of ${commit} pass on the schema of today, ${failed.length} fail`);
      tests += passed + failed.length;
      problems.push(...failed.map((name) => `${commit}: ${name}`));
    }
  });
  return tests === 0 ? null : rowWithoutLoad('tests of the version before', tests, problems);
}

type Report = {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

/** Those that ask the API of a database, or try to get in, on a PostgreSQL server. */
async function runApiTests(folder: string): Promise<{ passed: number; failed: string[] }> {
  const ofFeatures = globSync('src/features/**/*.test.ts', { cwd: folder }).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes('support/test-app'),
  );
  const files = [...ofFeatures, ...globSync('tests/accounts/*.test.ts', { cwd: folder })];
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
