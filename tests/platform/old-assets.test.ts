import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const script = new URL('../../scripts/old-assets.mjs', import.meta.url).href;
const { keepOldAssets } = (await import(script)) as {
  keepOldAssets: (from: string, to: string, now: number) => void;
};
const days = (count: number) => count * 24 * 3600 * 1000;

it('keeps the files of a build for seven days from when it was replaced, however long it was in use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'barre-old-assets-'));
  const now = Date.now();
  const build = (name: string, assets: string[]) => {
    const entries = assets.map((asset) => [asset, { file: `assets/${asset}` }]);
    mkdirSync(join(folder, name, 'assets'), { recursive: true });
    mkdirSync(join(folder, name, '.vite'));
    writeFileSync(join(folder, name, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(entries)));
    for (const asset of assets) writeFileSync(join(folder, name, 'assets', asset), name);
    return join(folder, name);
  };
  const assetsOf = (place: string) => readdirSync(join(place, 'assets')).toSorted();

  const first = build('first', ['both.js', 'first.js', 'first.css']);
  writeFileSync(join(first, 'assets/first.js.br'), '');
  writeFileSync(join(first, 'assets/shot.jpg'), '');
  writeFileSync(join(first, 'index.html'), '<img src="/assets/shot.jpg">');
  const madeAt = new Date(now - days(30));
  for (const asset of assetsOf(first)) utimesSync(join(first, 'assets', asset), madeAt, madeAt);
  const second = build('second', ['both.js', 'second.js']);
  keepOldAssets(first, second, now);
  expect(assetsOf(second)).toEqual([
    'both.js',
    'first.css',
    'first.js',
    'first.js.br',
    'second.js',
    'shot.jpg',
  ]);

  const third = build('third', ['third.js']);
  keepOldAssets(second, third, now + days(6));
  expect(assetsOf(third)).toEqual([
    'both.js',
    'first.css',
    'first.js',
    'first.js.br',
    'second.js',
    'shot.jpg',
    'third.js',
  ]);
  const fourth = build('fourth', ['fourth.js']);
  keepOldAssets(second, fourth, now + days(8));
  expect(assetsOf(fourth)).toEqual(['both.js', 'fourth.js', 'second.js']);

  // Some tools leave out what begins with a dot.
  rmSync(join(fourth, '.vite'), { recursive: true });
  const fifth = build('fifth', []);
  keepOldAssets(fourth, fifth, now + days(30));
  expect(assetsOf(fifth)).toEqual(assetsOf(fourth));
  rmSync(folder, { recursive: true });
});
