import { isRecord } from '#shared/record.ts';

/**
 * The answer of the account service where it may hold a session: it says whether somebody is signed in by now, and holds
 * the session's token for programs alone. A page has it in a cookie that no script reads (ASVS 3.3.4). Browsers say
 * where a request comes from, but for addresses that are neither https nor the same machine. Undefined for other answers.
 */
export function withoutSession(returned: unknown, headers: Headers | undefined): object | undefined {
  if (!isRecord(returned) || !('token' in returned)) return undefined;
  const { token, session, ...told } = returned;
  const isFromPage = headers?.has('sec-fetch-site') ?? false;
  return { ...told, isSignedIn: typeof token === 'string', ...(isFromPage ? {} : { token, session }) };
}
