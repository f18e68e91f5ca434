// What each page may weigh, gzipped, on a first visit, and in how many scripts. `node scripts/budgets.mjs` prints it for the built dist/.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { filesOf, readRoutes } from './shells.mjs';

const kB = 1000;
const budgets = {
  landingPage: 30 * kB,
  login: { js: 115 * kB, css: 22 * kB, files: 8 },
  dashboard: { js: 210 * kB, css: 22 * kB, files: 14 },
  /** Every other route, over what the dashboard has loaded already. */
  route: { js: 30 * kB },
};

export function printSizes(out) {
  const page = gzip(readFileSync(`${out}/index.html`));
  console.log(`${'/'.padEnd(48)} page ${show(page)}, no scripts`);
  for (const { path, js, css, files } of sizes(out)) {
    console.log(`${path.padEnd(48)} js ${show(js)} in ${files} files  css ${show(css)}`);
  }
}

/** One line per page that is too heavy. */
export function overBudget(out) {
  const html = readFileSync(`${out}/index.html`);
  const shell = sizes(out).find(({ path }) => path === '/dashboard');
  return [
    ...(gzip(html) > budgets.landingPage
      ? [`/ weighs ${show(gzip(html))}, above ${show(budgets.landingPage)}`]
      : []),
    ...(/<script/.test(String(html)) ? ['/ has a script'] : []),
    ...sizes(out).flatMap(({ path, js, css, files }) => {
      const allowed =
        path === '/login'
          ? budgets.login
          : path === '/dashboard'
            ? budgets.dashboard
            : {
                js: Math.max(budgets.dashboard.js, shell.js) + budgets.route.js,
                css: budgets.dashboard.css + 4 * kB,
                files: 3 * budgets.dashboard.files,
              };
      return [
        ...(js > allowed.js ? [`${path} loads ${show(js)} of scripts, above ${show(allowed.js)}`] : []),
        ...(files > allowed.files ? [`${path} loads ${files} scripts, above ${allowed.files}`] : []),
        ...(css > allowed.css ? [`${path} loads ${show(css)} of styles, above ${show(allowed.css)}`] : []),
      ];
    }),
  ];
}

function sizes(out) {
  const pages = new Map();
  for (const { path, modules } of readRoutes()) {
    const { scripts, styles } = filesOf(out, ['src/web/app.html', ...modules]);
    const weigh = (names) => names.reduce((sum, name) => sum + gzip(readFileSync(`${out}/${name}`)), 0);
    // The dashboard's home replaces the bare shell, which has the same path.
    pages.set(path, { path, js: weigh(scripts), css: weigh(styles), files: scripts.length });
  }
  return [...pages.values()];
}

function gzip(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

function show(bytes) {
  return `${(bytes / kB).toFixed(1).padStart(6)} kB`;
}

if (import.meta.main) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  printSizes('dist');
  const excess = overBudget('dist');
  for (const line of excess) console.error(line);
  if (excess.length > 0) process.exit(1);
}
