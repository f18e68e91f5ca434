import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Journeys see the pages as they are built for users; built again only when their sources changed. */
export default function buildPages() {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' });
}
