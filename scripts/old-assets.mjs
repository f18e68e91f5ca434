import { cpSync, existsSync, globSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { basename } from 'node:path';

const keptForMs = 7 * 24 * 3600 * 1000;

/**
 * Copies the assets of the build at `from` beside those of the one at `to` that replaces it: pages opened before the update
 * still ask for them, for seven days from when they were replaced, however long they were in use. `now` is in ms.
 */
export function keepOldAssets(from, to, now = Date.now()) {
  const own = ownAssets(from);
  for (const name of globSync(`${from}/assets/*`)) {
    const copy = `${to}/assets/${basename(name)}`;
    if (existsSync(copy)) continue;
    // One that was replaced before is as old as then; one that is replaced now gets its age anew.
    const isReplacedNow = own.has(basename(name).replace(/\.(br|gz)$/, ''));
    if (!isReplacedNow && now - statSync(name).mtimeMs >= keptForMs) continue;
    cpSync(name, copy, { preserveTimestamps: true });
    if (isReplacedNow) utimesSync(copy, now / 1000, now / 1000);
  }
}

function ownAssets(folder) {
  const entries = Object.values(JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')));
  const files = entries.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return new Set(files.map((file) => basename(file)));
}
