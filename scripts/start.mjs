// npm start: builds the pages and the server when their sources changed, then runs it in this very process, so that
// signals reach it without a detour.
import { spawnSync } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';

// The allocator of most Linux systems keeps a heap for each thread, 16 MB in all that are never given back, and the 12 MB
// a password is hashed in; asked anew each time, those come in large pages, or a virtual machine faults thousands of times for
// them. It is told by the environment alone, when a process begins: this one begins again, as itself.
if (process.platform === 'linux' && !process.env.MALLOC_ARENA_MAX)
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  });

// Before any TypeScript is read: what was stripped and compiled once is not done again, and the stripper, 30 MB of it,
// is not even loaded. In our own folder, where nobody else can put something in its place.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/barre', import.meta.url)));

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [major, minor] = process.versions.node.split('.').map(Number);
// What passwords are stored with came with 24.7.
if (major < 24 || (major === 24 && minor < 7))
  stop('Start Barre with `npm start`: it brings the Node it needs.');

// Before the build, which takes seconds: a setting that can not be used is told at once.
const { ConfigError, readConfig } = await import('../src/platform/config.ts');
try {
  readConfig(process.env);
} catch (error) {
  stop(error instanceof ConfigError ? error.message : error);
}

const { status, signal } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], {
  stdio: 'inherit',
});
if (signal) process.exit(130);
if (status !== 0) stop('Barre could not be built; the reason is above.');

endWithNpm();
await import('../build/server/main.js');

function stop(reason) {
  console.error(reason);
  process.exit(1);
}
