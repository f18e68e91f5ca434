import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** Writes the public pages as finished HTML, with their styles inside and no script at all. */
export async function prerenderLanding(out) {
  // Inside node_modules, where the pages' own imports (react) can be found.
  const folder = `${process.cwd()}/node_modules/.landing.${process.pid}`;
  try {
    await build({
      configFile: 'vite.config.ts',
      logLevel: 'warn',
      publicDir: false,
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        manifest: false,
        rollupOptions: {
          input: `${process.cwd()}/src/web/landing/page.tsx`,
          output: { entryFileNames: 'page.mjs' },
        },
      },
    });
    const { renderPages } = await import(pathToFileURL(`${folder}/page.mjs`).href);
    const { preview, ...files } = copyImages(out);
    for (const [name, html] of Object.entries(renderPages({ font: fontFile(out), preview, files }))) {
      mkdirSync(dirname(`${out}/${name}`), { recursive: true });
      writeFileSync(`${out}/${name}`, html);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The pictures under names that change with them, so that browsers may keep them. */
function copyImages(out) {
  const images = globSync('src/web/landing/images/*').map((file) => {
    const extension = extname(file);
    const name = basename(file, extension);
    const hash = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 8);
    const path = `/assets/shot-${name}-${hash}${extension}`;
    cpSync(file, `${out}${path}`);
    return [name, path];
  });
  return Object.fromEntries(images);
}

function fontFile(out) {
  const manifest = JSON.parse(readFileSync(`${out}/.vite/manifest.json`, 'utf8'));
  const font = Object.values(manifest).find(({ file }) => /inter-latin-wght-normal/.test(file));
  if (!font) throw new Error('the bundle has no font file');
  return `/${font.file}`;
}
