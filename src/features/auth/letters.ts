import { composeLetter } from '#platform/letter.ts';
import type { UnusedInvitation } from '#features/auth/unused-invitation.ts';
import type { Letter } from '#platform/mail.ts';

// What the account service writes to people. None of these says more than its reader may know.

type To = { to: string; baseUrl: string };
/** Who can sign in, and the invitation they would take up by it. */
export type ToLogin = To & { invitation: UnusedInvitation | null };

/** Without the name that was typed: anybody can type any address, and words of theirs to somebody they do not know. */
export function confirmationLetter({ to, baseUrl }: To, url: string): Letter {
  return composeLetter({
    to,
    baseUrl,
    subject: 'Confirm your email address for Barre',
    title: 'Welcome to Barre',
    paragraphs: ['Confirm that this address is yours, and your studio is ready.'],
    action: { label: 'Confirm my address', url },
    footnote:
      'The link works for 24 hours. In another browser, or after 10 minutes, it asks for your password. If you did not sign up, ignore this email: nothing happens.',
  });
}

/** To somebody who signs up with an address that has an account already. The page told them nothing of it. */
export function alreadyMemberLetter({ to, baseUrl, invitation }: ToLogin): Letter {
  return composeLetter({
    to,
    baseUrl,
    subject: 'You already have a Barre account',
    title: 'You already have an account',
    paragraphs: [
      'Somebody signed up with this address just now. It has an account already, so no new one was made.',
      'If it was you, sign in. A forgotten password can be set anew from there.',
      ...warningOf(invitation),
    ],
    action: { label: 'Sign in', url: `${baseUrl}/login` },
    footnote: 'If it was not you, ignore this email.',
  });
}

export function magicLinkLetter({ to, baseUrl, invitation }: ToLogin, url: string): Letter {
  return composeLetter({
    to,
    baseUrl,
    subject: 'Your link to sign in to Barre',
    title: 'Sign in to Barre',
    paragraphs: [
      'This link signs you in without a password, in the browser where you asked for it.',
      ...warningOf(invitation),
    ],
    action: { label: 'Sign in', url },
    footnote: 'The link works once, for 10 minutes. If you did not ask for it, ignore this email.',
  });
}

/** To an address without an account, in place of what was asked for. The page told the asker nothing of it. */
export function unknownAddressLetter({ to, baseUrl }: To): Letter {
  return composeLetter({
    to,
    baseUrl,
    subject: 'No Barre account for this address yet',
    title: 'There is no account for this address',
    paragraphs: [
      'Somebody tried to sign in to Barre with it just now. If it was you, try another address of yours, or start a studio: 14 days free, no credit card.',
    ],
    action: { label: 'Start a free trial', url: `${baseUrl}/login?view=sign_up` },
    footnote: 'If it was not you, ignore this email.',
  });
}

export function codeLetter({ to, baseUrl, invitation }: ToLogin, code: string): Letter {
  return composeLetter({
    to,
    baseUrl,
    subject: `${code} is your Barre code`,
    title: 'Your one-time code',
    paragraphs: ['Type it on the page where you asked for it.', ...warningOf(invitation)],
    code,
    footnote:
      'The code works once, for 10 minutes. Nobody from Barre will ever ask you for it. If you did not ask for it, ignore this email.',
  });
}

export function codeMessage(code: string): string {
  return `${code} is your Barre code. It works once, for 10 minutes. Nobody from Barre will ask you for it.`;
}

export function resetLetter({ to, baseUrl, invitation }: ToLogin, url: string): Letter {
  return composeLetter({
    to,
    baseUrl,
    subject: 'Set a new password for Barre',
    title: 'Set a new password',
    paragraphs: [
      'Somebody asked for a new password for your account. If it was you, choose one here.',
      ...warningOf(invitation),
    ],
    action: { label: 'Choose a new password', url },
    footnote:
      'The link works once, for one hour. If you did not ask for it, ignore this email: your password stays as it is.',
  });
}

export function phoneChangedLetter({ to, baseUrl }: To): Letter {
  return composeLetter({
    to,
    baseUrl,
    subject: 'A phone number can sign in to your Barre account',
    title: 'A phone number was set for signing in',
    paragraphs: [
      'Whoever has it can sign in to your account with a code sent to it.',
      'If it was not you, set a new password now: that removes the number and signs every device out.',
    ],
    action: { label: 'Set a new password', url: `${baseUrl}/login?view=forgotten_password` },
  });
}

export function passwordChangedLetter({ to, baseUrl }: To): Letter {
  return composeLetter({
    to,
    baseUrl,
    subject: 'Your Barre password was changed',
    title: 'Your password was changed',
    paragraphs: [
      'Every other device was signed out.',
      'If it was not you, set a new password now and tell your studio’s owner, unless that is you.',
    ],
    action: { label: 'Set a new password', url: `${baseUrl}/login?view=forgotten_password` },
  });
}

/** `help` is what else to do if it was somebody else. */
export function twoStepLetter({ to, baseUrl }: To, isOn: boolean, help: string | null): Letter {
  return composeLetter({
    to,
    baseUrl,
    subject: `Two-step sign-in was turned ${isOn ? 'on' : 'off'} for your Barre account`,
    title: `Two-step sign-in is ${isOn ? 'on' : 'off'}`,
    paragraphs: [
      isOn
        ? 'From now on signing in takes a code of your authenticator app, too. Your other devices were signed out.'
        : 'From now on signing in takes no code of your authenticator app any more.',
      `If it was not you, set a new password now${help ? ` and ${help}` : ''}.`,
    ],
    action: { label: 'Set a new password', url: `${baseUrl}/login?view=forgotten_password` },
  });
}

/** Any studio can invite any address: whoever did not see its letter would come into it without a word. */
function warningOf(invitation: UnusedInvitation | null): string[] {
  if (!invitation) return [];
  const { studio, owner } = invitation;
  return [
    `This address was invited to ${studio}, the studio of ${owner} on Barre, and signing in with it joins that studio. Do so only if you know them. For a studio of your own, sign up with another address.`,
  ];
}
