import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import { inviteLetter } from '#features/organization/letters.ts';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import { conflict, type RequestContext } from '#platform/procedure.ts';

export type Invited = { role: string; fullName: string; email: string };
export type Added = { id: string; isNew: boolean };

const teamRoles = ['owner', 'admin', 'staff'];

/**
 * Adds a person with a login to the studio, or finds the one added before who has not come in yet: an invitation whose
 * letter got lost is simply repeated. Says whether the login is for them, which it is not when their address has one
 * with another studio.
 */
export async function addWithLogin(db: Tx, person: Invited): Promise<Added> {
  // Two at once would both find nobody.
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${person.email}), 0))`.execute(db);
  const known = await findAdded(db, person);
  if (known && (known.hasSignedIn || known.role !== person.role))
    throw conflict(`${known.fullName} is in your ${isTeam(person) ? 'team' : 'studio'} already.`);
  if (known?.hasSignedIn === false) return { id: known.id, isNew: true };
  const id = known?.id ?? (await addProfile(db, person));
  const given = await sql<{
    isNew: boolean;
  }>`select give_login(${id}, ${person.email}, ${person.fullName}) as is_new`.execute(db);
  return { id, isNew: given.rows[0]?.isNew ?? false };
}

/**
 * Writes to somebody who was added.
 * @throws SERVICE_UNAVAILABLE (503) when the letter can not be sent: they are there all the same
 */
export async function sendInvitation(
  context: Pick<RequestContext, 'logins' | 'mail' | 'log' | 'config'> & { caller: Caller },
  person: Invited,
  { isNew }: Added,
): Promise<void> {
  // Made for every address and sent to a new login alone: the time it takes would tell who can sign in elsewhere.
  const link = await context.logins.passwordLink(person.email);
  try {
    await context.mail.send(
      inviteLetter(person, context.caller, isNew ? link : null, context.config.BASE_URL),
    );
  } catch (error) {
    context.log.error({ err: error }, 'an invitation could not be sent');
    throw new ORPCError('SERVICE_UNAVAILABLE', {
      status: 503,
      message: `${person.fullName} was added, but the invitation could not be sent. Invite them again.`,
    });
  }
}

/** A team has one person to an address; students of one family share theirs, so there the name counts too. */
async function findAdded(db: Tx, person: Invited) {
  const { rows } = await sql<{ id: string; role: string; fullName: string; hasSignedIn: boolean | null }>`
    select p.id, p.role, p.full_name, login.has_signed_in
    from profiles p left join studio_logins() login on login.profile_id = p.id
    where lower(p.email) = lower(${person.email}) and p.erased_at is null and case when ${isTeam(person)}
      then p.role = any (${teamRoles}) else p.role = ${person.role} and lower(p.full_name) = lower(${person.fullName}) end
    order by login.profile_id nulls last limit 1`.execute(db);
  return rows[0];
}

async function addProfile(db: Tx, { role, fullName, email }: Invited): Promise<string> {
  const added = await db
    .insertInto('profiles')
    .values({ role, fullName, email })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

const isTeam = ({ role }: Invited) => teamRoles.includes(role);
