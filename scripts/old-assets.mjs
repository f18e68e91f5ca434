import { cpSync, existsSync, globSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { basename } from 'node:path';

const keptForMs = 7 * 24 * 3600 * 1000;

/**
 * Copies the assets of the build at `from` beside those of the one at `to` that replaces it: pages opened before the update
 * still ask for them, for seven days from when they were replaced, however long they were in use. `now` is in ms.
 */
export function keepOldAssets(from, to, now = Date.now()) {
  const isOwn = ownAssetsOf(from);
  for (const name of globSync(`${from}/assets/*`)) {
    const copy = `${to}/assets/${basename(name)}`;
    if (existsSync(copy)) continue;
    // One that was replaced before is as old as then; one that is replaced now gets its age anew.
    const isReplacedNow = isOwn(basename(name).replace(/\.(br|gz)$/, ''));
    if (!isReplacedNow && now - statSync(name).mtimeMs >= keptForMs) continue;
    cpSync(name, copy, { preserveTimestamps: true });
    if (isReplacedNow) utimesSync(copy, now / 1000, now / 1000);
  }
}

/** Those its manifest or one of its pages names; without a manifest, which some tools leave behind, all of them. */
function ownAssetsOf(folder) {
  const manifest = `${folder}/.vite/manifest.json`;
  if (!existsSync(manifest)) return () => true;
  const text = [manifest, ...globSync(`${folder}/**/*.html`)]
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n');
  return (asset) => text.includes(asset);
}
