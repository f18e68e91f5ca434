// npm run build: the server, and the pages of dist/. `--if-stale` does nothing when their sources are as they were.
// Everything is made beside dist/ and moved there at once, so that a running server never serves half of it.
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { stampOf } from './stamp.mjs';

// Vite would otherwise build a development React when the caller's environment says so.
process.env.NODE_ENV = 'production';
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const ifStale = process.argv.includes('--if-stale');
const stampFile = 'dist/.stamp';
const stamp = stampOfSources();

await import('./build-server.mjs');

if (ifStale && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) process.exit(0);

// Only now: every start asks whether there is something to build, and Vite alone takes longer than the answer.
const { build } = await import('vite');
const { overBudget, printSizes } = await import('./budgets.mjs');
const { planChunks } = await import('./chunks.mjs');
const { keepOldAssets } = await import('./old-assets.mjs');
const { prerenderLanding } = await import('./prerender-landing.mjs');
const { refuseServerCode } = await import('./refuse-server-code.mjs');
const { writeServiceWorker } = await import('./service-worker.mjs');
const { writeShells } = await import('./shells.mjs');

const out = `dist.${process.pid}`;
try {
  await import('./tokens.mjs');
  const config = { configFile: 'vite.config.ts', logLevel: 'warn' };
  // Built twice: only a whole build tells which modules a page really needs.
  const { output } = await build({ ...config, build: { write: false, minify: false } });
  const groups = [{ name: planChunks(output), debugName: 'first pages' }];
  await build({
    ...config,
    plugins: [refuseServerCode()],
    build: {
      outDir: `${process.cwd()}/${out}`,
      rollupOptions: { output: { codeSplitting: { groups } } },
    },
  });
  await prerenderLanding(out);
  writeShells(out);
  await writeServiceWorker(out);
  compress(out);
  writeFileSync(`${out}/.stamp`, stamp);
  moveInPlace();
} finally {
  rmSync(out, { recursive: true, force: true });
}

printSizes('dist');
const excess = overBudget('dist');
for (const line of excess) console.error(line);
// A page that grew too heavy must not keep anybody from starting the product; it fails the checks instead.
if (excess.length > 0 && !ifStale) process.exit(1);

/** A fingerprint of everything the pages are made from. */
function stampOfSources() {
  return stampOf(
    [
      'src/{web,ui,client,features,shared}/**/*',
      'scripts/{build,budgets,bundle,chunks,old-assets,prerender-landing,refuse-server-code,service-worker,shells,stamp,tokens}.mjs',
      'vite.config.ts',
      'package-lock.json',
    ],
    { except: ['**/api.ts', '**/sql.ts'] },
  );
}

function compress(folder) {
  for (const name of globSync(`${folder}/**/*.{html,js,css,svg,webmanifest}`)) {
    const bytes = readFileSync(name);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${name}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${name}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

function moveInPlace() {
  const old = `dist.old.${process.pid}`;
  if (existsSync('dist')) {
    keepOldAssets('dist', out);
    renameSync('dist', old);
  }
  renameSync(out, 'dist');
  rmSync(old, { recursive: true, force: true });
}
