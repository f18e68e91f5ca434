import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('./src/web'),
  publicDir: here('./src/web/public'),
  plugins: [react(), dropUnusedColours(), ownScrolling()],
  // What `npm run dev` bundles beforehand, too.
  optimizeDeps: { rolldownOptions: { plugins: [ownScrolling()] } },
  // For `npm run dev`, whose server answers everything but pages; without it, a server that runs already.
  server: {
    proxy: Object.fromEntries(
      ['/rpc', '/api', '/live', '/mailbox'].map((path) => [
        path,
        process.env.API_URL ?? 'http://localhost:3000',
      ]),
    ),
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A data: URI would be refused by the content security policy.
    assetsInlineLimit: 0,
    rollupOptions: {
      input: here('./src/web/app.html'),
      output: {
        codeSplitting: {
          // A file for each icon would cost a phone more in requests than in bytes.
          groups: [{ name: 'icons', test: /tabler.icons-react/, minShareCount: 5 }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});

/**
 * Mantine declares 13 colour scales. The screens use purple, red and dark, which the theme brings itself, and
 * gray; everything else they colour by our own tokens (2.5 kB of CSS less).
 */
function dropUnusedColours(): Plugin {
  const unused =
    /^\s*--mantine-color-(?:(?:blue|teal|pink|grape|violet|indigo|cyan|green|lime|yellow|orange)-[^;]*|(?:red|dark)-\d:[^;]*);\n/gm;
  return {
    name: 'drop-unused-colours',
    enforce: 'pre',
    transform(code, id) {
      return id.includes('default-css-variables') ? code.replace(unused, '') : null;
    },
  };
}

/**
 * Mantine's lists and dialogs bring scrollbars of their own: 5 kB on nearly every page that the browser's do without.
 * What keeps the page still behind a dialog is ours, too (src/ui/scroll-lock.ts).
 */
function ownScrolling(): Plugin {
  const own: Record<string, string> = {
    'ScrollArea/ScrollArea.mjs': './src/ui/scroll-area.tsx',
    'react-remove-scroll-bar': './src/ui/scroll-lock.ts',
  };
  return {
    name: 'own-scrolling',
    enforce: 'pre',
    resolveId: (source) => {
      const file = own[source.split('/').slice(-2).join('/')];
      return file ? here(file) : null;
    },
  };
}
