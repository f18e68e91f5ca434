import { sql } from 'kysely';
import {
  endSessions,
  findHolder,
  giveLogin,
  refuseInviting,
  sendInvitation,
  type Invited,
} from '#features/organization/person-logins.ts';
import { refuseInvitation } from '#features/people/sign-in/rules.ts';
import { invitedRoles, signInInput, type InvitedRole, type SignIn } from '#features/people/sign-in/schema.ts';
import type { Caller } from '#platform/caller.ts';
import type { Tx } from '#platform/database.ts';
import { conflict, notFound, procedure } from '#platform/procedure.ts';

const missing = 'This person was not found.';
const path = '/people/{id}/sign-in';
const tags = ['People'];

export const signInApi = {
  get: procedure('managePeople')
    .route({ method: 'GET', path, tags, summary: 'Whether a student or instructor can sign in' })
    .input(signInInput)
    .handler(async ({ context, input: { id } }): Promise<SignIn> => {
      const [found] = await context.read(() => selectSignIn(id));
      if (!found) throw notFound(missing);
      return found;
    }),

  invite: procedure('managePeople')
    .route({
      method: 'POST',
      path,
      tags,
      summary: 'Invite a student or instructor to sign in, or send their invitation again',
    })
    .input(signInInput)
    .handler(async ({ context, input: { id } }): Promise<{ email: string }> => {
      const invited = await context.tenant((db) => invite(db, id, context.caller));
      const failure = `${invited.fullName} is invited, but the letter could not be sent. Send the invitation again.`;
      await sendInvitation(context, invited, failure);
      return { email: invited.email };
    }),

  signOut: procedure('managePeople')
    .route({
      method: 'POST',
      path: `${path}/sign-out`,
      tags,
      summary: 'Sign a student or instructor out everywhere; they can sign in again',
    })
    .input(signInInput)
    .handler(({ context, input: { id } }): Promise<{ ended: number }> =>
      context.tenant(async (db) => {
        await lockPerson(db, id, context.caller);
        return { ended: await endSessions(db, id) };
      }),
    ),

  end: procedure('managePeople')
    .route({
      method: 'DELETE',
      path,
      tags,
      summary: 'End a student’s or instructor’s access, signing them out everywhere',
    })
    .input(signInInput)
    .handler(({ context, input: { id } }): Promise<void> =>
      context.tenant(async (db) => {
        await lockPerson(db, id, context.caller);
        await sql`select take_login(${id})`.execute(db);
      }),
    ),
};

async function invite(db: Tx, id: string, caller: Caller): Promise<Invited> {
  // The address before the person, as everywhere: two people with one address are not invited at once.
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(email), 0)) from profiles where id = ${id}`.execute(
    db,
  );
  const { email, ...person } = await lockPerson(db, id, caller);
  if (email === null) throw conflict(`${person.fullName} has no email address. Add one, then invite them.`);
  const login = await selectSignIn(id).execute(db);
  const refusal = refuseInvitation({ ...person, email }, login.rows[0], await findHolder(db, id, email));
  if (refusal) throw conflict(refusal);
  await giveLogin(db, { ...person, email });
  return { ...person, email };
}

function selectSignIn(id: string) {
  return sql<SignIn>`
    select case when login.has_signed_in then 'active' when login.profile_id is not null then 'invited' else 'none' end
        as access, login.email, login.invited_at as "invitedAt", login.last_used_at as "lastUsedAt",
        coalesce(login.has_two_step, false) as "hasTwoStep"
    from profiles p left join studio_logins(${id}) login on login.profile_id = p.id
    where p.id = ${id} and p.role = any (${invitedRoles}) and p.erased_at is null`;
}

/** The student or instructor whose sign-in the caller may change. */
async function lockPerson(db: Tx, id: string, caller: Caller) {
  const person = await db
    .selectFrom('profiles')
    .select(['id', 'fullName', 'email'])
    .select((column) => column.ref('role').$castTo<InvitedRole>().as('role'))
    .where('id', '=', id)
    .where('role', 'in', invitedRoles)
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw notFound(missing);
  refuseInviting(caller, person.role);
  return person;
}
