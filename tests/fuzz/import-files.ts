import { importColumns } from '#features/data/rules/columns.ts';
import type { ImportKind } from '#features/data/schema.ts';
import type { Random } from '#server/demo/random.ts';
import { badTexts, hostileValue, validTexts } from './values.ts';
import type { World } from './world.ts';

/** A CSV file with a few rows of an import, most of them good. */
export function importFile(random: Random, kind: ImportKind, world: World): string {
  const columns = importColumns[kind] ?? importColumns.students;
  const rows = Array.from({ length: random.whole(1, 4) }, (_, nth) =>
    columns.map(({ field, example }) => goodCell(random, field, example, world, nth)),
  );
  if (random.chance(0.4)) spoilRow(random, random.pick(rows));
  const lines = [columns.map(({ header }) => header), ...rows].map((row) => row.map(quoted).join(','));
  const file = lines.join(random.pick(['\n', '\r\n', '\r']));
  if (random.chance(0.1)) return file.slice(0, random.whole(1, file.length));
  return random.chance(0.05) ? file.replaceAll(',', random.pick([';', '\t', '\u0000', '"', ''])) : file;
}

function goodCell(random: Random, field: string, example: string, world: World, nth: number): string {
  if (field === 'fullName' || field === 'name') return `${random.pick(validTexts).slice(0, 90)} ${nth}`;
  if (field === 'email') return `i${random.whole(1, 1e9)}@barre.test`;
  if (field === 'instructorId') return random.pick(world.names.instructors);
  if (field === 'roomId') return random.pick(world.names.classrooms);
  if (field === 'danceTypeId') return random.pick(world.names.danceTypes);
  return example;
}

function spoilRow(random: Random, row: string[]): void {
  const kind = random.pick(['date', 'time', 'number', 'text'] as const);
  const value = random.chance(0.3) ? random.pick(badTexts) : hostileValue(random, kind, []);
  row[random.whole(0, row.length - 1)] = (typeof value === 'string' ? value : JSON.stringify(value)).slice(
    0,
    3000,
  );
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
