// Writes the table of settings into README.md. `--check` only tells whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeSettings } from '#platform/config.ts';

const file = new URL('../README.md', import.meta.url);
const markers = /(<!-- settings -->\n)[\s\S]*?(\n<!-- \/settings -->)/;

const readme = readFileSync(file, 'utf8');
if (!markers.test(readme)) throw new Error('README.md has lost its <!-- settings --> markers');
const current = readme.replace(markers, (_, start: string, end: string) => start + describeSettings() + end);

if (!process.argv.includes('--check')) writeFileSync(file, current);
else if (current !== readme) {
  console.error('The settings in README.md are out of date: run `node scripts/readme.ts`.');
  process.exit(1);
}
