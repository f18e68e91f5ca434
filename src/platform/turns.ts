import { sql } from 'kysely';
import type { Database } from '#platform/database.ts';

type TurnLimit = { max: number; minutes: number };

const keptHours = 24;

/** Counts one more use of a key in its window, and says whether it is within the limit; see `takeTurns`. */
export async function takeTurn(database: Database, key: string, limit: TurnLimit): Promise<boolean> {
  return (await takeTurns(database, [{ key, ...limit }])) === null;
}

/**
 * Counts one more use of each key in its window, up to the first that is over its limit: those after it keep theirs.
 * Counted before the work they limit, in one statement, so that parallel tries count too; all processes count together.
 * @returns the place of the first that is over its limit, or null where all are within
 */
export async function takeTurns(
  { db }: Database,
  turns: (TurnLimit & { key: string })[],
): Promise<number | null> {
  const taken = turns.map(({ key, minutes }, place) => {
    const before = turns[place - 1];
    const once = before
      ? sql`select ${key}::text, 1 from ${nameOf(place - 1)} where count <= ${before.max}`
      : sql`values (${key}, 1)`;
    return sql`${nameOf(place)} as (
      insert into auth.turns as known (key, count) ${once}
        on conflict (key) do update set
          count = case when ${isOver(minutes)} then 1 else known.count + 1 end,
          began_at = case when ${isOver(minutes)} then now() else known.began_at end
        returning count)`;
  });
  const counts = turns.map((_, place) => sql`(select count from ${nameOf(place)})`);
  // What nobody counts any more goes with it, so that the table never outgrows a day.
  const { rows } = await sql<{ counts: (number | null)[] }>`
    with ${sql.join(taken)}, outdated as (
      delete from auth.turns where key in (
        select key from auth.turns where began_at < now() - make_interval(hours => ${keptHours})
        for update skip locked))
    select array[${sql.join(counts)}] as counts`.execute(db);
  const place = turns.findIndex(({ max }, each) => (rows[0]?.counts[each] ?? 0) > max);
  return place < 0 ? null : place;
}

function nameOf(place: number) {
  return sql.id(`turn_${place}`);
}

/** When a key that has no turns left in a window of so many minutes gets new ones. */
export async function turnsReturnAt({ db }: Database, key: string, minutes: number): Promise<Date> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from began_at + make_interval(mins => ${minutes}))::float8 as seconds
    from auth.turns where key = ${key}`.execute(db);
  return rows[0] ? new Date(rows[0].seconds * 1000) : new Date();
}

/**
 * Gives a key all its turns back.
 * @param returned a key taken before it that gets one back: what it was taken for needs no limit
 */
export async function resetTurns(
  { db }: Database,
  key: string,
  returned: string | null = null,
): Promise<void> {
  // In the order in which turns are taken, or two that sign in with the same login would wait for each other.
  await sql`
    with returned as (
      update auth.turns set count = count - 1 where key = ${returned} and count > 0 returning key)
    delete from auth.turns where key = ${key} and (select count(*) from returned) is not null`.execute(db);
}

function isOver(minutes: number) {
  return sql`known.began_at <= now() - make_interval(mins => ${minutes})`;
}
