import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What the bundler made of our modules, as its manifest tells: which file each is in, and what that imports. */
export function readBundle(out) {
  const manifest = JSON.parse(readFileSync(`${out}/.vite/manifest.json`, 'utf8'));
  return { chunk, keyOf, needs, laterOf };

  function chunk(key) {
    return manifest[key];
  }

  /** Vite names modules relative to its root, src/web. */
  function keyOf(module) {
    const key = relative('src/web', module);
    if (!manifest[key]) throw new Error(`${module} is not in the bundle's manifest`);
    return key;
  }

  /** Some chunks with all they import, each before who needs it; `isAsked` says which later ones come along. */
  function needs(keys, isAsked = () => false) {
    const found = new Set();
    const seen = new Set();
    keys.forEach(visit);
    return found;

    function visit(key) {
      const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
      if (!manifest[key] || seen.has(key)) return;
      seen.add(key);
      imports.forEach(visit);
      found.add(key);
      dynamicImports.filter(isAsked).forEach(visit);
    }
  }

  /** What some chunks may fetch once they are there, but for whole pages. */
  function laterOf(keys) {
    const later = [...keys].flatMap((key) => manifest[key].dynamicImports ?? []);
    return new Set(later.filter((key) => !key.startsWith('pages/')));
  }
}

/** The parts of pages that a module asks for as soon as it runs itself: `Part.preload();` outside of any function. */
export function preloadedParts() {
  return sources().flatMap(({ file, text }) =>
    [...text.matchAll(/^(\w+)\.preload\(\);/gm)].map(([, name]) => {
      const load = text.match(new RegExp(`^const ${name} = \\w+\\(\\s*\\(\\) => import\\('([^']+)'\\)`, 'm'));
      if (!load) throw new Error(`${file} preloads ${name}, and from where can not be read`);
      return moduleOf(file, load[1]);
    }),
  );
}

/** What is fetched in the files that open dialogs. */
export function dialogs() {
  return sources()
    .filter(({ text }) => / = lazyDialog\(/.test(text))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, name]) => moduleOf(file, name)),
    );
}

function sources() {
  return globSync('src/**/*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

function moduleOf(file, name) {
  return name.startsWith('#') ? name.replace('#', 'src/') : join(dirname(file), name);
}
