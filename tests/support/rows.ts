import type { Database } from '#platform/database.ts';

type Row = Record<string, unknown>;
export type Rows = Map<string, Row[]>;

/** Every row of every table, but what the migrations note of themselves. */
export async function rowsIn({ pool }: Pick<Database, 'pool'>): Promise<Rows> {
  const { rows: tables } = await pool.query<{
    name: string;
  }>(`select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'auth')
      and relname not like 'kysely%' order by 1`);
  const found = new Map() as Rows;
  const client = await pool.connect();
  await client.query('begin');
  for (const { name } of tables) {
    // Undone with the transaction: its owner too is shown no rows otherwise.
    await client.query(`alter table ${name} no force row level security`);
    const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${name} t`);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  await client.query('rollback');
  client.release();
  return found;
}

/** The tables of another version that do not have the same rows any more, as far as their columns are still there. */
export function changedTables(before: Rows, after: Rows): string[] {
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table) ?? [];
    const [was, is] = [known(rows, now), known(now, rows)];
    if (was.join() === is.join()) return [];
    const still = new Set(is);
    return `${table} had ${was.length} rows and has ${is.length}, without ${was.find((row) => !still.has(row))}`;
  });
}

/** Rows in an order of their own, of those columns alone that rows of another version have as well. */
function known(rows: readonly Row[], others: readonly Row[]): string[] {
  const columns = Object.keys(others[0] ?? {}).toSorted();
  const both = columns.filter((column) => column in (rows[0] ?? {}));
  return rows.map((row) => JSON.stringify(both.map((column) => [column, row[column]]))).toSorted();
}
