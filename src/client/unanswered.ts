import { isForLater, isRefusal, isRefusedAs } from '#client/failure.ts';

// The deletions nobody knows of whether they were done, for as long as this document lives.
const unanswered = new Set<string>();

/**
 * Lets a deletion be asked for again when its answer got lost: what is not found then was deleted the first time,
 * and that is what was wanted.
 */
export function idempotentDelete<Input extends object>(
  remove: (input: Input) => Promise<void>,
): (input: Input) => Promise<void> {
  return async (input) => {
    const asked = JSON.stringify(input);
    const mayBeDone = unanswered.delete(asked);
    try {
      await remove(input);
    } catch (error) {
      if (mayBeDone && isRefusedAs(error, 'NOT_FOUND')) return;
      if (!isRefusal(error) || (mayBeDone && isForLater(error))) unanswered.add(asked);
      throw error;
    }
  };
}
