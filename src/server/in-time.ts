import { TooBusy } from '#platform/refusals.ts';

/** Beyond so many at once in a process nobody is answered sooner for waiting. */
export const mostUnderWay = 256;
/** Beyond so many nobody signs in: the rest is for those who work. */
export const mostSigningIn = 128;
/** Nobody waits longer than this, whatever became of the database. */
export const answerWithinMs = 14_000;
/** But for work that is known to be much. */
export const longWithinMs = 300_000;

let underWay = 0;

/** Whether whoever comes now is sent away: seen before anything else is done for them, since many come then. */
export const isFull = () => underWay >= mostUnderWay;

/** Made once: noting where each of thousands comes from costs as much as the rest of a refusal. */
export const tooMuchAtOnce = new TooBusy(
  'requestsAtOnce',
  'Too much is asked for at once right now. Nothing was saved; try again in a moment.',
);

/**
 * Does `work` unless too much is under way in this process, and gives up waiting for it when it takes too long. What
 * waits for a silent database would otherwise pile up.
 */
export async function inTime<T>(
  work: () => Promise<T>,
  withinMs = answerWithinMs,
  most = mostUnderWay,
): Promise<T> {
  if (underWay >= most) throw tooMuchAtOnce;
  underWay += 1;
  const late = Promise.withResolvers<never>();
  const text = 'This took too long. Whether it was done is not known: look before you try again.';
  const timer = setTimeout(() => late.reject(new TooBusy('time', text)), withinMs);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
    underWay -= 1;
  }
}
