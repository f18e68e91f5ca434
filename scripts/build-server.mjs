// The server as one file, build/server/main.js. Read module by module, hundreds of them, a process holds 30 MB more.
// `--if-stale` does nothing when its sources are as they were.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stampOf } from './stamp.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const folder = 'build/server';
const file = `${folder}/main.js`;
// Its first line, so that the file and what it was made of take their place in one step.
const stamp = `// ${stampOf(['src/**/*.ts', 'scripts/{build-server,stamp}.mjs', 'package.json', 'package-lock.json'])}\n`;
const isBuilt = existsSync(file) && readFileSync(file, 'utf8').startsWith(stamp);

if (!process.argv.includes('--if-stale') || !isBuilt) {
  const { build } = await import('vite');
  const made = `build/made.${process.pid}`;
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: 'src/server/main.ts',
        outDir: made,
        target: 'node24',
        minify: false,
        rollupOptions: {
          // The database driver asks for it and does without.
          external: ['pg-native'],
          output: { codeSplitting: false, comments: false, entryFileNames: 'main.js' },
        },
      },
    });
    // A single character beyond Latin has V8 keep two bytes for every other one too.
    const code = readFileSync(`${made}/main.js`, 'utf8').replaceAll(/[^\0-\x7f]/g, escaped);
    writeFileSync(`${made}/main.js`, stamp + code);
    mkdirSync(folder, { recursive: true });
    renameSync(`${made}/main.js`, file);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
