import { isRefusal, reworded } from '#client/failure.ts';

/** What the server refuses keeps its words; any other failure is told in the specification's sentence (spec §8). */
export async function failingWith<Result>(sentence: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (isRefusal(error)) throw error;
    return await reworded(Promise.reject<Result>(error), () => sentence);
  }
}
