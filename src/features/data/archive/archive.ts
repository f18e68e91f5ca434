import { sql } from 'kysely';
import { readmeOf, type ArchiveSubject } from '#features/data/archive/readme.ts';
import { openSpool, type Spool } from '#features/data/archive/spool.ts';
import {
  readTables,
  selectEverything,
  tableNames,
  type ArchiveRow,
  type ArchiveTable,
} from '#features/data/archive/tables.ts';
import { tableWriter } from '#features/data/archive/table-writer.ts';
import { joinParts, openEntry, type Zip, type ZipPart } from '#features/data/archive/zip.ts';
import type { Tx } from '#platform/database.ts';

export type Archive = Zip & { close: () => Promise<void> };

const rowsAtOnce = 500;

/**
 * Everything the studio of `db` has stored, as of one moment, in one ZIP: every table as CSV and as JSON, and a README.
 * It is spooled to disk rather than sent from here: a slow reader must not keep a transaction open. Close it when sent.
 */
export async function makeArchive(db: Tx, subject: ArchiveSubject): Promise<Archive> {
  const spools: Spool[] = [];
  const close = async () => void (await Promise.all(spools.map((spool) => spool.close())));
  try {
    for (let part = 0; part < 3; part += 1) spools.push(await openSpool());
    const [readme, csv, json] = spools.map((spool): ZipPart => ({ spool, entries: [] }));
    if (!readme || !csv || !json) throw new Error('an archive has three parts');
    const tables = await readTables(db);
    const counts = await writeTables(db, tables, { csv, json }, subject.at);
    const entry = await openEntry(readme, 'README.txt', subject.at);
    await entry.write(readmeOf(subject, counts));
    await entry.close();
    return { ...joinParts([readme, csv, json], subject.at), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function writeTables(
  db: Tx,
  tables: readonly ArchiveTable[],
  parts: { csv: ZipPart; json: ZipPart },
  at: Date,
): Promise<number[]> {
  await sql`declare archive no scroll cursor for ${selectEverything(tables)}`.execute(db);
  let rows: ArchiveRow[] = [];
  const counts: number[] = [];
  for (const [tableNo, table] of tables.entries()) {
    const writer = await tableWriter(table, parts, at);
    let count = 0;
    for (;;) {
      if (rows.length === 0) rows = await fetchRows(db);
      const others = rows.findIndex((row) => row.tableNo !== tableNo);
      const own = rows.splice(0, others < 0 ? rows.length : others);
      await writer.write(own.map(({ cells }) => cells));
      count += own.length;
      if (own.length === 0 || others >= 0) break;
    }
    await writer.close();
    counts.push(count);
  }
  if (rows.length > 0) throw new Error(`rows of ${tableNames[rows[0]?.tableNo ?? 0]} came out of their turn`);
  return counts;
}

async function fetchRows(db: Tx): Promise<ArchiveRow[]> {
  const { rows } = await sql<ArchiveRow>`${sql.raw(`fetch ${rowsAtOnce} from archive`)}`.execute(db);
  return rows;
}
