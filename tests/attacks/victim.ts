import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor, Studio, TestApp } from '#tests/support/test-app.ts';
import { addressOf, furnish, openSession, type Say, type Things } from './furnished-studio.ts';

/** What every text of the victim begins with, and a number of its own. */
const marker = 'zqxv';
/** The same where an attack names what does not exist. */
const absent = 'zqyv';
const markedWord = new RegExp(`${marker}\\d+`, 'g');
const id = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
/** Everything the victim was paid, in cents, and as programs and people write it. */
const cents = 98_765_431;
const amounts = /98765431|987[.,]?654[.,]31/g;

/** A studio under attack: the attacker knows all of it, and is told nothing of it. */
export type Victim = {
  studio: Studio;
  things: Things;
  say: Say;
  /** Every id in its rows and those of its logins. */
  ids: ReadonlySet<string>;
  /** A sum over each of its rows in each table. */
  checksum(): Promise<string>;
};

let lastWord = 0;

export async function openVictim(app: TestApp): Promise<Victim> {
  const words = new Map<string, number>();
  const say: Say = (what) => {
    if (!words.has(what)) words.set(what, ++lastWord);
    return `${marker}${words.get(what)} ${what}`;
  };
  const studio = await app.studio({ name: say('studio') });
  for (const [role, actor] of Object.entries(studio)) await mark(app, actor, say, role);
  const things = await furnish(app, studio, say, cents);
  const rows = await rowsOf(app, studio);
  return {
    studio,
    things,
    say,
    ids: new Set(rows.flatMap(idsIn)),
    checksum: async () =>
      createHash('sha256')
        .update((await rowsOf(app, studio)).toSorted().join('\n'))
        .digest('hex'),
  };
}

/** What an answer tells of the victim that the request did not bring along. */
export function leaksIn(answer: string, sent: string, { ids }: Pick<Victim, 'ids'>): string[] {
  const known = new Set([...idsIn(sent), ...wordsIn(sent)]);
  const told = [...idsIn(answer).filter((each) => ids.has(each)), ...wordsIn(answer)];
  return [...told.filter((each) => !known.has(each)), ...(answer.match(amounts) ?? [])];
}

function idsIn(text: string): string[] {
  return text.toLowerCase().match(id) ?? [];
}

export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(markedWord) ?? [];
}

/** The same request or answer about what nobody has: other ids of the same kind, other texts of the same length. */
export function absentTwin(text: string, twinOfId: (id: string) => string): string {
  return text.replaceAll(marker, absent).replaceAll(id, twinOfId);
}

/** An answer without what differs between two studios of the same content: ids, moments, what is made up, the marked texts. */
export function withoutNames(answer: string): string {
  return (
    answer
      .replaceAll(new RegExp(id, 'gi'), '<id>')
      .replaceAll(/(secret[=":]+)[A-Z2-7]{44}/g, '$1<secret>')
      // Of warnings that quote the texts of the question; the warnings themselves are compared.
      .replaceAll(/("warningsFingerprint":)"[\w-]{43}"/g, '$1"<fingerprint>"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '<moment>')
      .replaceAll(new RegExp(`${marker}|${absent}`, 'gi'), '<word>')
  );
}

/** Every row of a studio in every table, and of its logins, as text. */
export async function rowsOf(app: TestApp, { owner }: Studio): Promise<string[]> {
  const { pool } = app.database;
  const { rows: tables } = await pool.query<{ name: string; columns: string[] }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely\\_%' order by relname`,
  );
  const texts = tables.map(({ name }) => `select '${name} ' || row_to_json(t)::text as row from ${name} t`);
  const kept = await app.database.readTenant(owner, () =>
    sql.raw<{ row: string }>(texts.join(' union all ')),
  );
  const ofLogins = `auth.membership m join auth.user u on u.id = m.user_id and m.organization_id = $1`;
  const { rows: logins } = await pool.query<{ row: string }>(
    `select row_to_json(t)::text as row from (select u.* from ${ofLogins}) t
      union all select row_to_json(m)::text from ${ofLogins}
      union all select row_to_json(a)::text from ${ofLogins} join auth.account a on a.user_id = u.id
      union all select row_to_json(s)::text from ${ofLogins} join auth.session s on s.user_id = u.id
      union all select row_to_json(i)::text from auth.invitation i where i.organization_id = $1`,
    [owner.organizationId],
  );
  return [...kept, ...logins].map(({ row }) => row);
}

async function mark(app: TestApp, actor: Actor, say: Say, role: string): Promise<void> {
  const email = addressOf(say, role);
  await app.database.inTenant(actor, (db) =>
    sql`update profiles set full_name = ${say(role)}, email = ${email}, phone_number = ${say(`${role} phone`)}
      where id = ${actor.profileId}`.execute(db),
  );
  await app.database.pool.query(
    `update auth.user set name = $2, email = $3, image = $4, organization_name = $4 where id = $1`,
    [actor.userId, say(role), email, say(`${role} image`)],
  );
  await openSession(app, actor, say(`${role} browser`));
}
