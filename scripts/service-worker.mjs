import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { build } from 'vite';

/** dist/service-worker.js: src/web/service-worker.ts with the names of the files it keeps for the time offline. */
export async function writeServiceWorker(out) {
  const assets = globSync(`${out}/assets/*.{js,css,woff2}`).map((name) => name.slice(out.length));
  const hash = createHash('sha256')
    .update(readFileSync(`${out}/app.html`))
    .update(assets.toSorted().join());
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      version: JSON.stringify(hash.digest('hex').slice(0, 12)),
      assets: JSON.stringify(assets.toSorted()),
    },
    build: {
      outDir: `${process.cwd()}/${out}`,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      rollupOptions: {
        input: 'src/web/service-worker.ts',
        output: { entryFileNames: 'service-worker.js', format: 'iife' },
      },
    },
  });
}
