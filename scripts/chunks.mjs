// Which modules share a file. Left to itself the bundler makes a file of every set of modules that the same pages
// need: fifty requests for the dashboard, which cost a phone more than the bytes in them.

const firstPages = ['app.html', 'pages/login.tsx', 'pages/dashboard-shell.tsx', 'pages/all-classes.tsx'];
/** So many pages besides the dashboard's home must need a module for it to share a file with others. */
const manyPages = 3;

/**
 * Names the file each module belongs to, by which of the first pages need it. Neither the sign-in page nor the
 * dashboard gets a byte it does not need; other pages may get some of the home's.
 * @param output the files of a first build, in which each module stands with those the same pages need
 * @returns a function from a module's id to the name of its file, or null where the bundler decides
 */
export function planChunks(output) {
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const entries = [...chunks.values()].filter((chunk) => chunk.isEntry || chunk.isDynamicEntry);
  const needs = new Map(entries.map((entry) => [entry.facadeModuleId, modulesOf(entry.fileName, chunks)]));
  const pages = [...needs]
    .filter(([id]) => /\/src\/web\/pages\//.test(id ?? ''))
    .map(([, modules]) => modules);
  const needOf = (name) => {
    const found = [...needs].find(([id]) => id?.endsWith(`/src/web/${name}`));
    if (!found) throw new Error(`${name} is no entry of the bundle`);
    return found[1];
  };
  const [app, login, shell, home] = firstPages.map(needOf);
  return (id) => {
    // The manifest names the file of an entry after the entry: it stays a file of its own.
    if (needs.has(id) || id.endsWith('/src/web/main.tsx')) return null;
    if (app.has(id)) return 'app';
    // A style sheet holds up the first picture: few and a little too large is sooner there than exact and many.
    if (id.endsWith('.css') && home.has(id)) return login.has(id) ? 'app' : 'shell';
    if (shell.has(id)) return login.has(id) ? 'common' : 'shell';
    if (!home.has(id)) return null;
    if (login.has(id)) return 'form';
    return pages.filter((page) => page.has(id)).length > manyPages ? 'page' : null;
  };
}

function modulesOf(fileName, chunks, seen = new Set()) {
  if (seen.has(fileName)) return new Set();
  seen.add(fileName);
  const chunk = chunks.get(fileName);
  if (!chunk) return new Set();
  return new Set([
    ...Object.keys(chunk.modules),
    ...chunk.imports.flatMap((imported) => [...modulesOf(imported, chunks, seen)]),
  ]);
}
