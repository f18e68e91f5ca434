import { createHash } from 'node:crypto';
import type { Log } from '#platform/log.ts';

// Somebody waits for the answer.
const deadlineMs = 1_500;

/**
 * Whether a password was stolen somewhere before (ASVS 5, 6.2.12), by a list that answers the first five digits of a
 * SHA-1 hash with the rest of all it knows to begin so, as Have I Been Pwned does. It learns no more of the password than
 * those. No where there is no list, and where it does not answer: it is one check of several, and keeps nobody out.
 */
export async function isBreachedPassword(list: string | null, password: string, log: Log): Promise<boolean> {
  if (list === null) return false;
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const response = await fetch(`${list.replace(/\/$/, '')}/${hash.slice(0, 5)}`, {
      // Answers of one length: it would tell who listens on the way which five digits were asked for.
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    });
    if (!response.ok) throw new Error(`the list of breached passwords answered ${response.status}`);
    const found = (await response.text()).split(/\r?\n/).find((line) => line.startsWith(`${hash.slice(5)}:`));
    return found !== undefined && !found.endsWith(':0');
  } catch (error) {
    log.warn({ err: error }, 'a new password was not looked up among breached ones');
    return false;
  }
}
