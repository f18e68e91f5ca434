import { sql } from 'kysely';
import type { Database } from '#platform/database.ts';

type TurnLimit = { max: number; minutes: number };

const keptHours = 24;

/**
 * Counts one more use of a key in its window, and says whether it is within the limit. Counted before the work it
 * limits, in one statement, so that parallel tries count too; all processes count together.
 */
export async function takeTurn({ db }: Database, key: string, { max, minutes }: TurnLimit): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    insert into auth.turns as known (key, count) values (${key}, 1)
      on conflict (key) do update set
        count = case when ${isOver(minutes)} then 1 else known.count + 1 end,
        began_at = case when ${isOver(minutes)} then now() else known.began_at end
      returning count`.execute(db);
  const count = rows[0]?.count ?? 0;
  // The first of a window tidies up, so that the table never outgrows a day.
  if (count === 1)
    await sql`delete from auth.turns where began_at < now() - make_interval(hours => ${keptHours})`.execute(
      db,
    );
  return count <= max;
}

/** When a key that has no turns left in a window of so many minutes gets new ones. */
export async function turnsReturnAt({ db }: Database, key: string, minutes: number): Promise<Date> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from began_at + make_interval(mins => ${minutes}))::float8 as seconds
    from auth.turns where key = ${key}`.execute(db);
  return rows[0] ? new Date(rows[0].seconds * 1000) : new Date();
}

/** Gives a key one turn back: what it was taken for needs no limit. */
export async function giveTurnBack({ db }: Database, key: string): Promise<void> {
  await sql`update auth.turns set count = count - 1 where key = ${key} and count > 0`.execute(db);
}

/** Gives a key all its turns back. */
export async function resetTurns({ db }: Database, key: string): Promise<void> {
  await sql`delete from auth.turns where key = ${key}`.execute(db);
}

function isOver(minutes: number) {
  return sql`known.began_at <= now() - make_interval(mins => ${minutes})`;
}
