import { addressTaken } from '#features/organization/rules.ts';
import type { SignIn } from '#features/people/sign-in/schema.ts';

/** Why a person can not be invited with the email of their profile, or null. `holder` is whoever else has it already. */
export function refuseInvitation(
  { fullName, email }: { fullName: string; email: string },
  login: Pick<SignIn, 'access' | 'email'> | undefined,
  holder: string | null,
): string | null {
  if (login?.access === 'active')
    return login.email === email.toLowerCase()
      ? `${fullName} can sign in already.`
      : `${fullName} signs in with ${login.email}. To change that, end their access and invite them again.`;
  return holder === null ? null : addressTaken(fullName, email, holder);
}
