// npm test: every check there is. npm run check (--fast): those worth waiting for while working.
// Prints each step with its time, the output of those that failed, and as its last line 'N passed, N failed'.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const isFast = process.argv.includes('--fast');
const stepLimitMs = 120 * 60_000;
const reports = mkdtempSync(join(tmpdir(), 'barre-test-'));

const testFiles = globSync(
  '{src,tests/{accounts,attacks,faults,fuzz,guards,platform,races,year}}/**/*.test.ts',
).sort();
// What attacks every operation asks both databases already, by way of the guards.
const usesDatabase = (file) =>
  /support\/test-(app|database)|\/(front-door|attacked-server)\.ts/.test(readFileSync(file, 'utf8')) &&
  !/(attacks\/isolation|fuzz\/.*)\.test\.ts$/.test(file);

const format = check('format', 'oxfmt', '--check', '.');
const lint = check('lint and import rules', 'oxlint');
const types = check('types', 'tsc', '-p', '.');
const settings = check('settings in README.md', 'node', 'scripts/readme.ts', '--check');
const databaseTypes = check('database types', 'node', 'scripts/db-types.ts', '--check');
const apiAnswers = check('answers of the API', 'node', 'scripts/api-answers.ts', '--check');
const audit = async () => {
  const { code, output } = await run(['node', 'scripts/audit.ts']);
  const isUnchecked = code === 2;
  const name = `dependencies${isUnchecked ? ` ${output.trim()}` : ' without known holes'}`;
  return { name, output, passed: code === 0 ? 1 : 0, failed: code === 0 || isUnchecked ? 0 : 1, skipped: 0 };
};
const build = check('build and budgets', 'node', 'scripts/build.mjs');

const unitTests = tests('rules and guards', {
  files: testFiles.filter(
    (file) => file.startsWith('tests/guards') || (file.startsWith('src') && !usesDatabase(file)),
  ),
});
const allTests = tests('all tests, embedded database', { files: testFiles });
const postgresTests = tests('API and races, PostgreSQL', {
  files: testFiles.filter(usesDatabase),
  env: { TEST_ENGINE: 'postgres' },
});
const journeys = tests('browser journeys', { config: 'vitest.e2e.config.ts' });

// What a step takes of the two cores decides what runs beside it: tests with deadlines run alone.
const stages = isFast
  ? [[format, lint, types, settings], [unitTests]]
  : [
      [format, lint, types, settings, databaseTypes, apiAnswers, audit, build],
      [allTests],
      [postgresTests],
      [journeys],
    ];

const started = performance.now();
const total = { passed: 0, failed: 0 };
const recap = [];
try {
  for (const stage of stages) {
    const waiting = [...stage];
    const lane = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) await report(step);
    };
    await Promise.all([lane(), lane()]);
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}
// Once more at the end, where a log that was cut off still has it.
if (recap.length > 0) console.log(`\nFailed:\n${recap.join('\n')}`);
console.log(`\nin ${seconds(performance.now() - started)}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** A step that passes or fails as a whole. */
function check(name, ...command) {
  return async () => {
    const { isOk, output } = await run(command);
    return { name, output, passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 };
  };
}

/** A step that counts its tests. */
function tests(name, { files = [], config = 'vitest.config.ts', env = {} }) {
  return async () => {
    const file = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
    const options = [
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const { isOk, output } = await run(['vitest', 'run', ...options, ...files], env);
    return { name, output, ...count(file, isOk) };
  };
}

function count(file, isOk) {
  const counted = { passed: 0, failed: 0, skipped: 0, failures: [] };
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    // A file that could not even be loaded has no tests to count, and is one failure.
    const unloaded = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    counted.passed = numPassedTests;
    counted.failed = numFailedTests + unloaded.length;
    counted.skipped = numPendingTests;
    counted.failures = [...unloaded, ...testResults.flatMap(failuresOf)].map(inShort);
  } catch {
    // No report: the run broke down before its end.
  }
  if (!isOk && counted.failed === 0) counted.failed = 1;
  return counted;
}

function failuresOf({ name, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  return failed.map(({ fullName, failureMessages }) => ({
    name: `${name}: ${fullName}`,
    message: failureMessages.join('\n'),
  }));
}

function inShort({ name, message }) {
  const [firstLine = ''] = stripVTControlCharacters(message).split('\n');
  return `${name.replace(`${process.cwd()}/`, '')}\n    ${firstLine}`;
}

async function report(step) {
  const since = performance.now();
  const { name, output, passed, failed, skipped, failures = [] } = await step();
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) recap.push(`✗ ${[name, ...failures].join('\n  ')}`);
  const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`];
  const detail = passed + failed > 1 ? ` (${counts.filter(Boolean).join(', ')})` : '';
  if (failed > 0) console.log(`\n${output.trim()}\n`);
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '–';
  console.log(`${mark} ${name}  ${seconds(performance.now() - since)}${detail}`);
}

function run([command, ...options], env = {}) {
  const path = `${join(process.cwd(), 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(command, options, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PATH: path },
    timeout: stepLimitMs,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve({ isOk: false, code: null, output: `${command}: ${error.message}` }),
    );
    child.once('close', (code, signal) => {
      if (signal) output += `\n${command} was stopped by ${signal}`;
      resolve({ isOk: code === 0, code, output });
    });
  });
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
