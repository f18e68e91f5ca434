import { APIError } from 'better-auth/api';
import { isBreachedPassword } from '#features/auth/breached-passwords.ts';
import { isCommonPassword } from '#features/auth/common-passwords.ts';
import { isEasyPassword } from '#features/auth/easy-passwords.ts';
import type { Log } from '#platform/log.ts';

/**
 * Looks at the password that somebody chooses by a request to the account service, if it is one.
 * @throws BAD_REQUEST (400) for one that would be among the first to be guessed, or that was stolen somewhere
 */
export async function refuseKnownPassword(
  path: string,
  body: Record<string, unknown>,
  breachedList: string | null,
  log: Log,
): Promise<void> {
  if (!['/sign-up/email', '/reset-password', '/change-password'].includes(path)) return;
  const password = path === '/sign-up/email' ? body['password'] : body['newPassword'];
  const known = [body['email'], body['name'], body['organizationName']].filter(
    (each) => typeof each === 'string',
  );
  if (typeof password !== 'string') return;
  if (isEasyPassword(password, known) || (await isCommonPassword(password)))
    throw refusal('This password is one of the first to be guessed.');
  if (await isBreachedPassword(breachedList, password, log))
    throw refusal('This password is on a list of those that were stolen somewhere else.');
}

function refusal(reason: string): APIError {
  return new APIError('BAD_REQUEST', { message: `${reason} Take another, such as three words of your own.` });
}
