import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { features, folders } from '../../layers.ts';

const root = new URL('../../', import.meta.url);

describe('the sources', () => {
  it('keep to the folders the layers table knows', () => {
    expect(foldersIn('src')).toEqual([...folders].sort());
    for (const folder of foldersIn('src/features')) expect(features).toContain(folder);
  });

  it('have no folder or file that is named after nothing', () => {
    const nameless =
      /(^|\/)(utils?|helpers?|common|misc|types|constants|index|service|repository|controller)(\.tsx?)?$/;
    expect(filesIn('src').filter((name) => nameless.test(name))).toEqual([]);
  });

  it('give every migration a number and a name, and each from 0012 on a number of its own', () => {
    const names = readdirSync(new URL('migrations', root));
    for (const name of names) expect(name).toMatch(/^\d{4}_[a-z_]+\.sql$/);
    const numbers = names.map((name) => name.slice(0, 4)).filter((number) => number >= '0012');
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('take nothing away that the version before uses by a migration that the operator is not told of', () => {
    const told = text('docs/scaling.md');
    const taking = readdirSync(new URL('migrations', root))
      .map((file) => file.slice(0, -'.sql'.length))
      .filter((name) => !unused.includes(name) && takesAway(text(`migrations/${name}.sql`)));
    expect(taking).toContain('0033_deleted_catalog');
    expect(taking.filter((name) => !told.includes(name))).toEqual([]);
  });

  it('reach the data of a studio only by what a procedure is handed for it; accounts hold the database itself', () => {
    const holders = filesIn('src/features').filter(
      (name) =>
        !/\.test\.tsx?$/.test(name) &&
        (name.endsWith('/api.ts') || !name.startsWith('src/features/auth/')) &&
        /\bdatabase\b/i.test(codeOf(name).replaceAll(/'#platform\/.*'/g, '')),
    );
    expect(holders).toEqual([]);
  });

  it('take no path from an address, where a space is %20', () => {
    const undecoded = ['src', 'tests', 'scripts', 'bench'].flatMap((folder) =>
      filesIn(folder).filter((name) => /import\.meta\.url\)\.pathname|\broot\.pathname/.test(text(name))),
    );
    expect(undecoded).toEqual([]);
  });

  it('switch no check off without saying why', () => {
    const silenced = /(?:oxlint|eslint)-disable[^\n]*|@ts-(?:expect-error|ignore|nocheck)[^\n]*/g;
    const unexplained = ['src', 'tests', 'scripts'].flatMap((folder) =>
      filesIn(folder)
        .filter((name) => name !== 'tests/guards/sources.test.ts')
        .flatMap((name) =>
          (text(name).match(silenced) ?? []).flatMap((line) =>
            / -- \S|: \S/.test(line) ? [] : `${name}: ${line}`,
          ),
        ),
    );
    expect(unexplained).toEqual([]);
  });
});

// A right no version made use of; columns that only a function fills, which the same migration replaces.
const unused = ['0052_profiles_stay', '0053_what_classes_were'];

/** Whether a version that does not know of the migration may still ask for what is gone, or leave out what is asked for. */
function takesAway(migration: string): boolean {
  const commands = migration.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').toLowerCase();
  const dropped = [...commands.matchAll(/drop function (?:if exists )?([\w.]+)/g)].map(([, name]) => name);
  return (
    /\bdrop (table|view|type|domain|column)\b|\brename\b|\bset not null\b|\balter column \w+ type\b/.test(
      commands,
    ) ||
    /\badd column [^,;]*\bnot null\b(?![^,;]*\bdefault\b)|\brevoke [^;]* from barre_/.test(commands) ||
    dropped.some((name) => !new RegExp(`create (or replace )?function ${name}\\b`).test(commands))
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(fileURLToPath(root).length))
    .filter((name) => !name.includes('/node_modules/'));
}

function foldersIn(folder: string): string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Without the comments. */
function codeOf(name: string): string {
  return text(name).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

function text(name: string): string {
  return readFileSync(new URL(name, root), 'utf8');
}
