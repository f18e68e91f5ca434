// Runs before what npm runs, as `pre…` in package.json says: under whatever Node is installed, before node_modules may exist.
// Installs when package-lock.json changed since the last time, then makes sure that a Node new enough is there.
// `--keep` installs only where there is nothing at all: a backup must not take a running server's code away.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

// What passwords are stored with came with it.
const wantedNode = '24.7.0';
const root = new URL('..', import.meta.url);
const bin = fileURLToPath(new URL('node_modules/.bin', root));
// The install empties node_modules, so the stamp survives only a complete one.
const stamp = new URL('node_modules/.install-stamp', root);

process.chdir(fileURLToPath(root));
const wanted = fingerprint();
if (!isInstalled()) install();
checkNode();

function isInstalled() {
  if (process.argv.includes('--keep') && existsSync('node_modules')) return isWhole();
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

function isWhole() {
  // Npm writes it last.
  if (existsSync('node_modules/.package-lock.json')) return true;
  console.error('The dependencies are installed by half. Run `npm ci` once Barre is stopped.');
  process.exit(1);
}

function fingerprint() {
  const lock = readFileSync('package-lock.json');
  return createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex');
}

function install() {
  console.log('Installing dependencies (first run, or package-lock.json changed) …');
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // Npm's own Node, not the one in node_modules: that one is about to be replaced.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const { status } = npm
    ? spawnSync(node ?? process.execPath, [npm, ...options], { stdio: 'inherit' })
    : spawnSync('npm', options, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('The dependencies could not be installed; npm says why above.');
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

function checkNode() {
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  const { stdout } = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  const found = stdout?.trim() ?? '';
  if (/^v\d/.test(found) && found.slice(1).localeCompare(wantedNode, 'en', { numeric: true }) >= 0) return;
  console.error(
    `Barre needs Node ${wantedNode} or newer and found ${found || 'none'}: the npm package that brings one has no build for ${process.platform} ${process.arch}. Install it from https://nodejs.org.`,
  );
  process.exit(1);
}
