// What each page may weigh, gzipped, on a first visit, and in how many scripts, and what may come after it.
// `node scripts/budgets.mjs` prints it for the built dist/.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { dialogs, preloadedParts, readBundle } from './bundle.mjs';
import { readRoutes } from './shells.mjs';

const kB = 1000;
const budgets = {
  landingPage: 30 * kB,
  login: { js: 115 * kB, css: 22 * kB, files: 8 },
  dashboard: { js: 210 * kB, css: 22 * kB, files: 14 },
  /** Every other page: opened first, over what the dashboard loads; and come to from there, by all that is new. */
  page: { js: 30 * kB, css: 4 * kB, files: 42 },
  /** What every page of the dashboard fetches behind it once it is drawn. */
  behind: 52 * kB,
  /** A part of a page that not everybody sees, over what the page has loaded. */
  part: 30 * kB,
  /** A dialog, over what its page and all behind that have loaded. */
  dialog: 20 * kB,
};
/** Where another number holds, and why: docs/decisions/013-first-pages.md. */
const exceptions = {
  // They begin with a form: checked fields, their schemas and lists to choose from are 27 kB before its first field.
  '/dashboard/edit-profile': 37 * kB,
  '/dashboard/manage-inquiries': 37 * kB,
  '/dashboard/manage-classes': 41 * kB,
  '/dashboard/manage-students': 45 * kB,
  // Meant to be 8: Mantine's palette brings marks and shortcuts that are not used here.
  'palette/palette.tsx': 9 * kB,
};

/** Drawn with the frame, though it comes after it. */
const withEveryPage = ['src/web/shell/header-chips.tsx'];
const behindEveryPage = ['src/ui/confirm-dialog.tsx', 'src/ui/toast-region.tsx', 'src/web/shell/form-kit.ts'];

export function printSizes(out) {
  const { pages, behind, later } = sizes(out);
  console.log(`${'/'.padEnd(48)} page ${show(landingPage(out))}, no scripts`);
  for (const { path, js, css, files, more, fresh } of pages) {
    const over = path.startsWith('/dashboard/')
      ? `  over /dashboard ${show(more)}, coming from there ${show(fresh)}`
      : '';
    console.log(`${path.padEnd(48)} js ${show(js)} in ${files} files  css ${show(css)}${over}`);
  }
  console.log(`${'behind every page'.padEnd(48)} js ${show(behind)}`);
  for (const { name, kind, js, path } of later)
    console.log(`${`${kind} ${nameOf(name)}`.padEnd(48)} js ${show(js)} on ${path}`);
}

/** One line per page, dialog or part that is too heavy. */
export function overBudget(out) {
  const { pages, behind, later } = sizes(out);
  return [
    ...above('/', landingPage(out), budgets.landingPage),
    ...(/<script/.test(String(readFileSync(`${out}/index.html`))) ? ['/ has a script'] : []),
    ...pages.flatMap(({ path, js, css, files, more, fresh }) => {
      const own = path === '/login' ? budgets.login : path === '/dashboard' ? budgets.dashboard : null;
      const allowed = own ?? { ...budgets.page, css: budgets.dashboard.css + budgets.page.css };
      return [
        ...(own
          ? above(`${path} with its scripts`, js, own.js)
          : [
              ...above(`${path}, over /dashboard,`, more, exceptions[path] ?? allowed.js),
              ...above(`${path}, coming from /dashboard,`, fresh, allowed.js),
            ]),
        ...above(`${path} with its styles`, css, allowed.css),
        ...(files > allowed.files
          ? [`${path} asks for ${files} scripts at once, above ${allowed.files}`]
          : []),
      ];
    }),
    ...above('What is behind every page', behind, budgets.behind),
    ...later.flatMap(({ name, kind, path, js }) =>
      above(`${name}, on ${path},`, js, exceptions[name] ?? budgets[kind]),
    ),
  ];
}

function sizes(out) {
  const bundle = readBundle(out);
  const atOnce = new Set([...withEveryPage, ...preloadedParts()].map(bundle.keyOf));
  const kept = bundle.needs(behindEveryPage.map(bundle.keyOf));
  const opened = new Set(dialogs().map(bundle.keyOf));
  const weights = new Map();
  // The dashboard's home replaces the bare shell, which has the same path.
  const routes = new Map(readRoutes().map(({ path, modules }) => [path, ['src/web/app.html', ...modules]]));
  const loads = [...routes].map(([path, modules]) => {
    const keys = modules.map(bundle.keyOf);
    return { path, keys, linked: bundle.needs(keys), loaded: bundle.needs(keys, (key) => atOnce.has(key)) };
  });
  const dashboard = loads.find(({ path }) => path === '/dashboard').loaded;
  return {
    pages: loads.map(({ path, linked, loaded }) => ({
      path,
      js: weigh(loaded),
      css: sum([...new Set([...loaded].flatMap((key) => bundle.chunk(key).css ?? []))]),
      files: linked.size,
      more: weigh(loaded) - weigh(dashboard),
      fresh: weigh(without(loaded, new Set([...dashboard, ...kept]))),
    })),
    behind: weigh(without(kept, dashboard)),
    later: heaviestOfEach(loads.filter(({ path }) => path !== '/login').flatMap((page) => comingLater(page))),
  };

  /** What is fetched while a page is used; what a dialog or part fetches in its turn comes after it. */
  function comingLater({ path, loaded }) {
    const found = new Map();
    const places = [{ fresh: loaded, loaded }];
    for (const place of places) {
      for (const key of bundle.laterOf(place.fresh)) {
        if (atOnce.has(key) || kept.has(key) || found.has(key)) continue;
        const kind = opened.has(key) ? 'dialog' : 'part';
        const there = kind === 'dialog' ? new Set([...place.loaded, ...kept]) : place.loaded;
        const own = bundle.needs([key]);
        found.set(key, { name: key, kind, path, js: weigh(without(own, there)) });
        places.push({ fresh: without(own, place.loaded), loaded: new Set([...place.loaded, ...own]) });
      }
    }
    return [...found.values()];
  }

  function weigh(keys) {
    return sum([...keys].map((key) => bundle.chunk(key).file));
  }

  function sum(names) {
    return names.reduce((total, name) => total + weightOf(name), 0);
  }

  function weightOf(name) {
    const known = weights.get(name) ?? gzip(readFileSync(`${out}/${name}`));
    weights.set(name, known);
    return known;
  }
}

/** Each once, on the page where most of it is missing. */
function heaviestOfEach(later) {
  const heaviest = new Map();
  for (const one of later.toSorted((a, b) => a.js - b.js)) heaviest.set(one.name, one);
  return [...heaviest.values()].toSorted((a, b) => b.js - a.js);
}

function without(keys, others) {
  return new Set([...keys].filter((key) => !others.has(key)));
}

function landingPage(out) {
  return gzip(readFileSync(`${out}/index.html`));
}

function above(what, bytes, allowed) {
  return bytes > allowed ? [`${what} weighs ${show(bytes).trim()}, above ${show(allowed).trim()}`] : [];
}

function nameOf(key) {
  return key.slice(key.lastIndexOf('/') + 1).replace('.tsx', '');
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
