import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import { isInvented } from '#features/auth/phone-logins.ts';
import { inviteLetter } from '#features/organization/letters.ts';
import { addressTaken, mayInvite } from '#features/organization/rules.ts';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import { conflict, forbidden, type RequestContext } from '#platform/procedure.ts';
import { office, type Role } from '#shared/access.ts';

type Person = { role: Role; fullName: string; email: string };
export type Invited = Person & { id: string };

/**
 * Adds a person with a login to the studio, or finds the one added before who has not come in yet: an invitation whose
 * letter got lost is simply repeated.
 */
export async function addWithLogin(db: Tx, person: Person): Promise<Invited> {
  // Two at once would both find nobody.
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${person.email}), 0))`.execute(db);
  const known = await findAdded(db, person);
  if (known && (known.hasSignedIn || known.role !== person.role))
    throw conflict(`${known.fullName} is in your ${isTeam(person) ? 'team' : 'studio'} already.`);
  // Students of one family share an address, and one of them signs in with it.
  const holder = person.role === 'student' ? null : await findHolder(db, known?.id ?? null, person.email);
  if (holder !== null) throw conflict(addressTaken(person.fullName, person.email, holder));
  if (known && known.fullName !== person.fullName) await rename(db, known.id, person.fullName);
  const invited = { ...person, id: known?.id ?? (await addProfile(db, person)) };
  await giveLogin(db, invited);
  return invited;
}

/**
 * Lets a person of the studio sign in with an address, unless it has a login already. One they were given for another
 * address and never used ends.
 * @throws CONFLICT (409) for the address that stands in for a phone number: it is for whoever answers the number
 */
export async function giveLogin(db: Tx, { id, email, fullName }: Invited): Promise<void> {
  if (isInvented(email))
    throw conflict(`${email} receives no mail. Give ${fullName} an address that does, then invite them.`);
  await sql`select give_login(${id}, ${email}, ${fullName})`.execute(db);
}

/**
 * Writes to somebody who was invited.
 * @param failure what to say when the letter can not be sent
 * @throws TOO_MANY_REQUESTS (429) when their mailbox got many within the hour, whoever sent them, or the studio
 * sent very many within a day
 * @throws SERVICE_UNAVAILABLE (503) when the letter can not be sent: they are invited all the same
 */
export async function sendInvitation(
  context: Pick<RequestContext, 'logins' | 'mail' | 'log' | 'config'> & { caller: Caller },
  invited: Invited,
  failure = `${invited.fullName} was added, but the invitation could not be sent. Invite them again.`,
): Promise<void> {
  const { email, fullName } = invited;
  const limit = await context.logins.limitInvitation(email, context.caller.organizationId);
  if (limit)
    throw new ORPCError('TOO_MANY_REQUESTS', {
      message:
        limit === 'invitations'
          ? `No more invitations are sent to ${email} for now. Ask ${fullName} to look for those that were, or invite them again in an hour.`
          : `Your studio has sent as many invitations as it may in a day. ${fullName} is on file: invite them again tomorrow.`,
    });
  const link = await context.logins.passwordLink(invited.email, invited.id);
  try {
    await context.mail.send(inviteLetter(invited, context.caller, link, context.config.BASE_URL));
  } catch (error) {
    context.log.error({ err: error }, 'an invitation could not be sent');
    throw new ORPCError('SERVICE_UNAVAILABLE', { status: 503, message: failure });
  }
}

/** @throws FORBIDDEN (403) unless the caller may give somebody of this role a login */
export function refuseInviting({ role }: Caller, invited: Parameters<typeof mayInvite>[1]): void {
  if (!mayInvite(role, invited)) throw forbidden();
}

/** Signs a person of the studio out everywhere, and tells on how many devices they were signed in. */
export async function endSessions(db: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select end_sessions(${id}) as ended`.execute(db);
  return rows[0]?.ended ?? 0;
}

/**
 * Who else of the studio signs in with an address or was invited to. It goes by invitations, whether they gave a login
 * or not, and in the order of names: all else would tell who can sign in elsewhere. The office is invited by the address
 * of its profiles.
 */
export async function findHolder(db: Tx, id: string | null, email: string): Promise<string | null> {
  const { rows } = await sql<{ fullName: string }>`
    select p.full_name from profiles p left join studio_logins() login on login.profile_id = p.id
    where p.id is distinct from ${id} and p.erased_at is null and lower(${email}) in (lower(login.email),
      case when p.role = any (${office}) then lower(p.email) end)
    order by plain_text(p.full_name), p.id limit 1`.execute(db);
  return rows[0]?.fullName ?? null;
}

/**
 * A team has one person to an address; students of one family share theirs, so there the name counts too. Whoever is
 * being removed at this moment is waited for, and not found.
 */
async function findAdded(db: Tx, person: Person) {
  const { rows } = await sql<{ id: string; role: Role; fullName: string; hasSignedIn: boolean | null }>`
    select p.id, p.role, p.full_name, login.has_signed_in
    from profiles p left join studio_logins() login on login.profile_id = p.id
    where lower(p.email) = lower(${person.email}) and p.erased_at is null and case when ${isTeam(person)}
      then p.role = any (${office}) else p.role = ${person.role} and lower(p.full_name) = lower(${person.fullName}) end
    order by login.profile_id nulls last limit 1 for no key update of p`.execute(db);
  return rows[0];
}

async function addProfile(db: Tx, { role, fullName, email }: Person): Promise<string> {
  const added = await db
    .insertInto('profiles')
    .values({ role, fullName, email })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

/** Whoever invites again may have misspelt them before. */
async function rename(db: Tx, id: string, fullName: string): Promise<void> {
  await db.updateTable('profiles').set({ fullName }).where('id', '=', id).execute();
}

const isTeam = ({ role }: Person) => office.some((each) => each === role);
