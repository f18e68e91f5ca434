import { sql } from 'kysely';
import { BackupError, writeBackup, type BackupPart } from '#platform/backup-file.ts';
import type { Database, Tx } from '#platform/database.ts';
import { namesRan } from '#platform/migrate.ts';
import { errorCode } from '#platform/prepared.ts';
import { settleSession, storedSequences, storedTables, type StoredTable } from '#platform/stored-tables.ts';

/** The role that reads every studio. */
const READER = 'barre_backup';
const ROWS_AT_ONCE = 1000;
const NO_SUCH_ROLE = new Set(['22023', '42704']);
const NOT_ALLOWED = '42501';
// A table went before it was locked, or a migration that held one waited for another of them.
const CHANGED_MEANWHILE = new Set(['42P01', '40P01']);

/**
 * Writes every row of every table to `file`, as they all are at one moment: others may go on writing meanwhile, and what
 * changes a table waits. Rows stand in it as text that either engine reads, so it can be restored into the other one.
 */
export async function backUp(database: Database, file: string): Promise<{ rows: number }> {
  for (;;) {
    const saved = await saveUnchanged(database, file);
    if (saved) return saved;
  }
}

/**
 * Columns are those of the moment, but a row's text is written by the table as it is, and one that was rewritten since
 * shows none. So no table may change from that moment on: they are locked before the transaction's first query chooses it.
 * @returns null when a migration came in between
 */
async function saveUnchanged({ db }: Database, file: string): Promise<{ rows: number } | null> {
  const expected = (await storedTables(db)).map(({ name }) => name);
  let isHeld = false;
  const saving = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await settleSession(tx);
      await becomeReader(tx);
      if (expected.length > 0)
        await sql.raw(`lock table ${expected.join(', ')} in access share mode`).execute(tx);
      isHeld = true;
      const tables = await storedTables(tx);
      if (!tables.every(({ name }) => expected.includes(name))) return null;
      const header = { madeAt: new Date().toISOString(), migrations: await namesRan(tx) };
      return { rows: await writeBackup(file, header, partsOf(tx, tables)) };
    });
  return await saving.catch((error: unknown) => {
    if (isHeld || !CHANGED_MEANWHILE.has(errorCode(error))) throw error;
    return null;
  });
}

async function* partsOf(tx: Tx, tables: StoredTable[]): AsyncGenerator<BackupPart> {
  for (const { name, columns } of tables) {
    yield { table: name, columns };
    yield* rowsOf(tx, name);
  }
  // Sequences stand outside transactions. Read last they are never behind the rows, and ahead of them does no harm.
  for (const name of await storedSequences(tx)) {
    const { rows } = await sql<{ last: string; called: boolean }>`
      select last_value::text as last, is_called as called from ${sql.raw(name)}`.execute(tx);
    yield { sequence: name, last: rows[0]?.last ?? '1', isCalled: rows[0]?.called ?? false };
  }
}

async function* rowsOf(tx: Tx, table: string): AsyncGenerator<BackupPart> {
  const open = `declare backup_rows no scroll cursor for select whole_row::text as row from ${table} whole_row`;
  await sql.raw(open).execute(tx);
  for (;;) {
    const { rows } = await sql.raw<{ row: string }>(`fetch ${ROWS_AT_ONCE} from backup_rows`).execute(tx);
    if (rows.length > 0) yield { rows: rows.map(({ row }) => row) };
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close backup_rows`.execute(tx);
}

async function becomeReader(tx: Tx): Promise<void> {
  await sql
    .raw(`set local role ${READER}`)
    .execute(tx)
    .catch((error: unknown) => {
      if (errorCode(error) === NOT_ALLOWED)
        throw new BackupError(
          `This login may not read every studio: name the one that owns the database, or grant ${READER} to it`,
        );
      if (!NO_SUCH_ROLE.has(errorCode(error))) throw error;
      throw new BackupError(
        `The database does not know the role ${READER}: start this version of Barre on it once`,
      );
    });
}
