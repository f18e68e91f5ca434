import { errorMessage, fieldIssues } from '#client/failure.ts';

import { bookingRefusal } from './booking-refusal.ts';

/**
 * Puts the specification's words before a failure's own: 'Error updating class: {message}' (spec §8).
 * What the form shows elsewhere, a busy instructor or room or a wrong field, passes as it is.
 */
export async function prefixFailure<Result>(prefix: string, saving: Promise<Result>): Promise<Result> {
  try {
    return await saving;
  } catch (error) {
    if (bookingRefusal(error) || fieldIssues(error).length > 0) throw error;
    throw new Error(prefix + errorMessage(error), { cause: error });
  }
}
