import * as z from 'zod/mini';
import { atMost, id, optionalText, requiredEmail, requiredText, version } from '#shared/fields.ts';
import { isTimeZone } from '#shared/local-date.ts';

const timeZone = z
  .string({ error: 'Choose a time zone.' })
  .check(
    atMost(64, 'Choose a time zone.'),
    z.refine(isTimeZone, 'Choose a time zone such as America/New_York.'),
  );

const studioSettings = {
  name: requiredText(120, 'Enter the school name.'),
  phoneNumber: optionalText(40),
  country: optionalText(80),
  city: optionalText(80),
  timeZone,
};

export const updateOrganizationInput = z.strictObject({ id: id(), version, ...studioSettings });

/** Edit Profile saves both halves at once; the school's half only for those who manage it. */
export const saveProfileInput = z.strictObject({
  version,
  fullName: requiredText(120, 'Enter your full name.'),
  phoneNumber: optionalText(40),
  school: z._default(z.nullable(z.strictObject({ version, ...studioSettings })), null),
});

/** The roles an owner or admin can give; there is one owner, from sign-up. */
const teamRole = z.enum(['admin', 'staff'], 'Choose admin or staff.');
export type TeamRole = z.infer<typeof teamRole>;

export const inviteMemberInput = z.strictObject({
  fullName: requiredText(120, 'Enter a full name.'),
  email: requiredEmail(),
  role: teamRole,
});

export const changeRoleInput = z.strictObject({ profileId: id(), version, role: teamRole });
export const memberInput = z.strictObject({ profileId: id() });
