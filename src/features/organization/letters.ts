import type { Caller } from '#platform/caller.ts';
import { composeLetter } from '#platform/letter.ts';
import type { Letter } from '#platform/mail.ts';
import type { Role } from '#shared/access.ts';

type Invitation = { fullName: string; email: string; role: Role };

const inWords: Record<Role, string> = {
  owner: 'its owner',
  admin: 'an admin',
  staff: 'staff',
  instructor: 'an instructor',
  student: 'a student',
};

/**
 * The letter to somebody invited to a studio. An address that already has a sign-in gets no link; the letter says so
 * to its reader alone, so that whoever invites learns nothing about other studios' people.
 */
export function inviteLetter(
  invitation: Invitation,
  by: Caller,
  link: string | null,
  baseUrl: string,
): Letter {
  const welcome = `${by.fullName} invited you to join ${by.organizationName} on Barre as ${inWords[invitation.role]}.`;
  const frame = {
    to: invitation.email,
    baseUrl,
    subject: `${by.fullName} invited you to ${by.organizationName}`,
    title: `Hello ${invitation.fullName}`,
  };
  if (!link) {
    return composeLetter({
      ...frame,
      paragraphs: [
        welcome,
        `This address has a sign-in already, of somebody else here or with another studio, and one sign-in is one person’s in one studio. Ask ${by.fullName} to invite you with another address, or sign in with the one you have at ${baseUrl}/login.`,
      ],
    });
  }
  return composeLetter({
    ...frame,
    paragraphs: [welcome, 'Set your password here to sign in:'],
    action: { label: 'Set my password', url: link },
    footnote: 'The link works once, for 7 days. Ask for a new invitation when it has expired.',
  });
}
