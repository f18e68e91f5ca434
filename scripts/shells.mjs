import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { readBundle } from './bundle.mjs';

const emptyRoot = '<div id="root"></div>';
// The words of src/web/starting-up.tsx, there before its code is.
const startingUp = '<div id="root"><p class="starting-up" role="status">Loading Application...</p></div>';

/**
 * One HTML file per route: the app's page plus links to the code and styles that route will need, so that the
 * browser fetches them all at once instead of one after the other.
 *
 * `/dashboard/class-roster/$classId` becomes shells/dashboard/class-roster.html: the parameters are cut off.
 */
export function writeShells(out) {
  // Low: what the first picture needs, the styles, comes first on a slow line.
  const html = readFileSync(`${out}/app.html`, 'utf8')
    .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
    .replace(emptyRoot, startingUp);
  // What answers every other address.
  writeFileSync(`${out}/app.html`, html);
  const bundle = readBundle(out);
  for (const route of readRoutes()) {
    const file = `${out}/shells${route.path.replace(/\/\$.*$/, '')}.html`;
    const { scripts, styles } = filesOf(bundle, route.modules);
    const links = [
      ...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
      ...scripts.map((name) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">`),
      // The page's first question, asked while its code is still on the way.
      `<link rel="preload" as="fetch" crossorigin href="/rpc/auth/${firstQuestion(route)}?data=%7B%7D">`,
    ].filter((link) => !html.includes(link.match(/href="([^"]+)"/)[1]));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html.replace('</head>', `${links.join('')}</head>`));
  }
}

function firstQuestion({ path }) {
  return path === '/login' ? 'providers' : 'session';
}

/** The route table as text: every path with the modules it loads. */
export function readRoutes() {
  const table = readFileSync('src/web/routes.tsx', 'utf8');
  return table
    .split('createRoute({')
    .slice(1)
    .flatMap((text) => {
      const path = text.match(/path: '([^']+)'/)?.[1];
      const page = text.match(/import\('\.\/(pages\/[^']+)'\)/)?.[1];
      if (!path || !page) return [];
      const isInside = /getParentRoute: \(\) => dashboard\b/.test(text);
      const shell = ['src/web/pages/dashboard-shell.tsx'];
      return [
        {
          path: isInside ? `/dashboard${path === '/' ? '' : `/${path}`}` : path,
          modules: isInside
            ? [...shell, `src/web/${page}`]
            : path === '/dashboard'
              ? shell
              : [`src/web/${page}`],
        },
      ];
    });
}

/** The script and style files some modules need, with everything they import. */
function filesOf(bundle, modules) {
  const chunks = [...bundle.needs(modules.map(bundle.keyOf))].map(bundle.chunk);
  return {
    scripts: chunks.map(({ file }) => file),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
  };
}
