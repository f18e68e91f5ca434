import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ensure = fileURLToPath(new URL('../../scripts/ensure.mjs', import.meta.url));
const scripts = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>;
  }
).scripts;

let parent: string;
/** A copy of the product, in a folder as people name theirs. */
let folder: string;
let npm: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'barre-ensure-'));
  folder = join(parent, 'Mój studio x');
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  cpSync(ensure, join(folder, 'scripts/ensure.mjs'));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  // Instead of npm: it empties node_modules, as `npm ci` does, and leaves a note.
  npm = join(parent, 'npm.mjs');
  const lines = [
    `import { mkdirSync, rmSync, writeFileSync } from 'node:fs';`,
    `rmSync('node_modules', { recursive: true, force: true });`,
    `mkdirSync('node_modules');`,
    `writeFileSync('node_modules/installed', process.argv[2]);`,
    `writeFileSync('node_modules/.package-lock.json', '{}');`,
  ];
  writeFileSync(npm, lines.join('\n'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const isInstalled = () => existsSync(join(folder, 'node_modules/installed'));

function run(command: string) {
  expect(outcome(command)).toEqual({ status: 0, stderr: '' });
}

function outcome(command: string) {
  const [node, file, ...options] = scripts[command]?.split(' ') ?? [];
  expect([node, file]).toEqual(['node', 'scripts/ensure.mjs']);
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/ensure.mjs'), ...options], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath },
  });
  return { status, stderr };
}

it.each(['prestart', 'prebackup'])('installs on a first %s, once', (command) => {
  run(command);
  expect(isInstalled()).toBe(true);
  rmSync(join(folder, 'node_modules/installed'));
  run(command);
  expect(isInstalled()).toBe(false);
});

it('installs anew before a start when the dependencies changed', () => {
  run('prestart');
  rmSync(join(folder, 'node_modules/installed'));
  writeFileSync(join(folder, 'package-lock.json'), '{ "changed": true }');
  run('prestart');
  expect(isInstalled()).toBe(true);
});

it.each(['prebackup', 'prerestore', 'premove'])('leaves a running server its code on %s', (command) => {
  // As `npm ci --omit=dev` leaves it: without a stamp.
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
  writeFileSync(join(folder, 'node_modules/code.js'), '');
  run(command);
  expect(isInstalled()).toBe(false);
  expect(existsSync(join(folder, 'node_modules/code.js'))).toBe(true);
});

it('tells a backup after an installation that was interrupted to install anew, and a start does', () => {
  mkdirSync(join(folder, 'node_modules'));
  const stderr = 'The dependencies are installed by half. Run `npm ci` once Barre is stopped.\n';
  expect(outcome('prebackup')).toEqual({ status: 1, stderr });
  expect(isInstalled()).toBe(false);
  run('prestart');
  expect(isInstalled()).toBe(true);
});
