import { errorCode, isStalePlan } from '#platform/prepared.ts';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const RETRY_AFTER_MS = 30;

/**
 * Runs a transaction again whose failure says nothing about its work: once where others went first, and for each of so
 * many `connections` that had prepared what a migration has changed since.
 */
export async function retried<T>(run: () => Promise<T>, connections: number): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isStalePlan(error) && connections > 0) return await retried(run, connections - 1);
    if (![DEADLOCK, SERIALIZATION_FAILURE].includes(errorCode(error))) throw error;
    // Whoever won goes first: at once, this one might take the same row back before the other has woken up.
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return await run();
  }
}
