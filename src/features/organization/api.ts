import { sql } from 'kysely';
import { addWithLogin, endSessions, sendInvitation } from '#features/organization/person-logins.ts';
import {
  changeRoleInput,
  inviteMemberInput,
  memberInput,
  saveProfileInput,
  updateOrganizationInput,
} from '#features/organization/schema.ts';
import type { Tx } from '#platform/database.ts';
import { conflict, forbidden, notFound, procedure, type StudioContext } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import { isAllowed, office } from '#shared/access.ts';
import { localDateAt, type LocalDate } from '#shared/local-date.ts';

const missingStudio = "Organization not found or you don't have permission to update it.";
const missingMember = 'This person is not in your team.';
const studioColumns = [
  'id',
  'name',
  'phoneNumber',
  'country',
  'city',
  'timeZone',
  'currency',
  'trialEndsOn',
  'version',
] as const;

export const organizationApi = {
  get: procedure('editOwnProfile')
    .route({ method: 'GET', path: '/organization', tags: ['Organization'], summary: 'The studio’s settings' })
    .handler(async ({ context }) => {
      const [studio] = await context.read((db) => db.selectFrom('organizations').select(studioColumns));
      if (!studio) throw notFound(missingStudio);
      return studio;
    }),
  update: procedure('manageStudio')
    .route({
      method: 'PATCH',
      path: '/organizations/{id}',
      tags: ['Organization'],
      summary: 'Change the studio’s settings',
    })
    .input(updateOrganizationInput)
    .handler(({ context, input: { id, version, ...settings } }) => {
      if (id !== context.caller.organizationId) throw forbidden('You can only update your own organization.');
      return context.tenant((db) => updateStudio(db, context, version, settings));
    }),
  profile: {
    get: procedure('editOwnProfile')
      .route({ method: 'GET', path: '/profile', tags: ['Organization'], summary: 'The caller’s own profile' })
      .handler(async ({ context }) => {
        const [own] = await context.read((db) =>
          db
            .selectFrom('profiles')
            .select(['id', 'fullName', 'email', 'phoneNumber', 'role', 'version'])
            .where('id', '=', context.caller.profileId),
        );
        if (!own) throw notFound('Your profile was not found.');
        return { ...own, email: context.caller.email };
      }),
    save: procedure('editOwnProfile')
      .route({
        method: 'POST',
        path: '/profile',
        tags: ['Organization'],
        summary: 'Save the caller’s profile and, for those who may, the school’s settings',
      })
      .input(saveProfileInput)
      .handler(({ context, input: { school, version, ...personal } }) => {
        const { profileId, role } = context.caller;
        if (school && !isAllowed(role, 'manageStudio')) throw forbidden();
        return context.tenant(async (db) => {
          const saved = await db
            .updateTable('profiles')
            .set(personal)
            .where('id', '=', profileId)
            .where('version', '=', version)
            .executeTakeFirst();
          if (saved.numUpdatedRows === 0n)
            await refuseUnchanged(db, 'profiles', profileId, 'Your profile was not found.');
          if (!school) return;
          const { version: schoolVersion, ...settings } = school;
          await updateStudio(db, context, schoolVersion, settings);
        });
      }),
  },
  team: {
    list: procedure('manageStudio')
      .route({ method: 'GET', path: '/team', tags: ['Team'], summary: 'Owner, admins and staff' })
      .handler(({ context }) =>
        context.read((db) =>
          db
            .selectFrom('profiles')
            .leftJoin(
              sql<{ profileId: string; hasSignedIn: boolean; hasTwoStep: boolean }>`studio_logins()`.as(
                'login',
              ),
              'login.profileId',
              'profiles.id',
            )
            .select([
              'profiles.id',
              'profiles.fullName',
              'profiles.email',
              'profiles.role',
              'profiles.version',
            ])
            .select(
              sql<'active' | 'invited'>`case when login.has_signed_in then 'active' else 'invited' end`.as(
                'access',
              ),
            )
            .select(sql<boolean>`coalesce(login.has_two_step, false)`.as('hasTwoStep'))
            .where('profiles.role', 'in', office)
            .where('profiles.erasedAt', 'is', null)
            .orderBy(sql`array_position(${office}::text[], profiles.role)`)
            .orderBy(sql`plain_text(profiles.full_name)`),
        ),
      ),
    invite: procedure('manageStudio')
      .route({
        method: 'POST',
        path: '/team',
        tags: ['Team'],
        summary: 'Invite an admin or staff member by email',
      })
      .input(inviteMemberInput)
      .handler(async ({ context, input }) => {
        const invited = await context.tenant((db) => addWithLogin(db, input));
        await sendInvitation(context, invited);
        return { id: invited.id };
      }),
    changeRole: procedure('manageStudio')
      .route({
        method: 'PATCH',
        path: '/team/{profileId}',
        tags: ['Team'],
        summary: 'Make a team member admin or staff',
      })
      .input(changeRoleInput)
      .handler(({ context, input: { profileId, version, role } }) =>
        context.tenant(async (db) => {
          await refuseUntouchable(db, profileId, context.caller.profileId);
          const changed = await db
            .updateTable('profiles')
            .set({ role })
            .where('id', '=', profileId)
            .where('version', '=', version)
            .returning(['id', 'role', 'version'])
            .executeTakeFirst();
          return changed ?? (await refuseUnchanged(db, 'profiles', profileId, missingMember));
        }),
      ),
    signOut: procedure('manageStudio')
      .route({
        method: 'POST',
        path: '/team/{profileId}/sign-out',
        tags: ['Team'],
        summary: 'Sign a team member out everywhere; they can sign in again',
      })
      .input(memberInput)
      .handler(({ context, input: { profileId } }) =>
        context.tenant(async (db) => {
          await refuseUntouchable(db, profileId, context.caller.profileId);
          return { ended: await endSessions(db, profileId) };
        }),
      ),
    remove: procedure('manageStudio')
      .route({
        method: 'DELETE',
        path: '/team/{profileId}',
        tags: ['Team'],
        summary: 'Take a team member’s access away',
      })
      .input(memberInput)
      .handler(({ context, input: { profileId } }) =>
        context.tenant(async (db) => {
          await refuseUntouchable(db, profileId, context.caller.profileId);
          await sql`select take_login(${profileId})`.execute(db);
          await db
            .updateTable('profiles')
            // The name stays: histories go on telling who entered what.
            .set({ email: null, phoneNumber: null, erasedAt: context.clock.now() })
            .where('id', '=', profileId)
            .execute();
        }),
      ),
  },
};

type Settings = {
  name: string;
  phoneNumber: string | null;
  country: string | null;
  city: string | null;
  timeZone: string;
};

type Here = Pick<StudioContext, 'caller' | 'moment' | 'today'>;

async function updateStudio(db: Tx, { caller, moment, today }: Here, version: number, settings: Settings) {
  const id = caller.organizationId;
  const saved = await db
    .updateTable('organizations')
    .set(settings)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(studioColumns)
    .executeTakeFirst();
  if (!saved) return await refuseUnchanged(db, 'organizations', id, missingStudio);
  const todayThere = localDateAt(moment.now, saved.timeZone);
  if (todayThere < today) await bringBack(db, todayThere);
  return saved;
}

/**
 * Lets what happened on a day that is still to come have happened today: the new time zone takes the studio a day back.
 * Who was enrolled stays on the roster, who was removed is not on it again, and what was paid counts and can be corrected.
 */
async function bringBack(db: Tx, today: LocalDate): Promise<void> {
  // Those that ended first: another place may begin where they end.
  await sql`update class_registrations set ended_on = ${today}, enrolled_on = least(enrolled_on, ${today}::date)
    where ended_on > ${today}`.execute(db);
  await sql`update class_registrations set enrolled_on = ${today} where enrolled_on > ${today}`.execute(db);
  await sql`update subscriptions set paid_on = ${today} where paid_on > ${today}`.execute(db);
}

// The owner stays, and nobody changes their own access (spec §6).
async function refuseUntouchable(db: Tx, profileId: string, callerProfileId: string): Promise<void> {
  const member = await db
    .selectFrom('profiles')
    .select('role')
    .where('id', '=', profileId)
    .where('role', 'in', office)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  if (!member) throw notFound(missingMember);
  if (member.role === 'owner') throw conflict('The owner’s access cannot be changed.');
  if (profileId === callerProfileId) throw conflict('Contact support to change your role');
}
