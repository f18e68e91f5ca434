import type pg from 'pg';
import { TooBusy } from '#platform/refusals.ts';

/** Turns at something there is little of, for studios that each want as much as they can get. */
export type StudioTurns = {
  /** Whether a studio would get a turn at once. */
  isFree: (studio: string) => boolean;
  /** Does `work` when it is the studio's turn. Rejects when none came in time, or too many of the studio wait already. */
  run: <T>(studio: string, work: () => Promise<T>) => Promise<T>;
};

type Waiting = { studio: string; begin: () => void };

// A pool without a limit of its own: the longest a timer takes.
const noLimitMs = 2 ** 31 - 1;
const recentMs = 1_000;
/** Of one studio, while others ask too: whoever waits takes one of the places a process has for all of them. */
const mostInLine = 64;

/**
 * How many of a pool's connections one studio may take: all of them while nobody else asks, else its part among those
 * who asked within a second or two, which leaves a processor to the others, too.
 */
export function openShares({ options }: pg.Pool) {
  let earlier = 0;
  let asking = new Set<string>();
  let since = 0;
  return (studio: string): number => {
    const passed = performance.now() - since;
    if (passed > recentMs) {
      earlier = passed > 2 * recentMs ? 0 : asking.size;
      asking = new Set();
      since += passed;
    }
    asking.add(studio);
    return Math.ceil(options.max / Math.max(earlier, asking.size));
  };
}

/**
 * Turns for `most` of a pool's connections. Whoever came first goes first, among the studios with the fewest: the long
 * line of one does not stand before another's. Who waits for longer than for a connection gets none: nobody listens
 * any more.
 * @param least so many a studio gets at once however many others ask
 */
export function openStudioTurns(
  { options }: pg.Pool,
  { most, least }: { most: number; least: number },
  shareOf: ReturnType<typeof openShares>,
): StudioTurns {
  let free = most;
  const line: Waiting[] = [];
  const taken = new Map<string, number>();
  const takenBy = (studio: string) => taken.get(studio) ?? 0;
  const mayTake = (studio: string) => Math.max(least, shareOf(studio));
  const isFree = (studio: string) => takenBy(studio) < mayTake(studio) && free > 0;

  function take(studio: string): void {
    free -= 1;
    taken.set(studio, takenBy(studio) + 1);
  }

  /** The turn given back still counts for who comes next, so that two who both wait go by turns. */
  function giveBack(studio: string): void {
    free += 1;
    const isNext = ({ studio: next }: Waiting) => takenBy(next) - (next === studio ? 1 : 0) < mayTake(next);
    for (let next = line.find(isNext); next && free > 0; next = line.find(isNext)) {
      for (const each of line) if (isNext(each) && takenBy(each.studio) < takenBy(next.studio)) next = each;
      line.splice(line.indexOf(next), 1);
      take(next.studio);
      next.begin();
    }
    if (takenBy(studio) === 1) taken.delete(studio);
    else taken.set(studio, takenBy(studio) - 1);
  }

  function turnOf(studio: string): Promise<void> {
    if (shareOf(studio) < options.max && line.filter((each) => each.studio === studio).length >= mostInLine)
      throw new TooBusy(
        'requestsOfOneStudio',
        'Your studio asks for too much at once right now. Nothing was saved; try again in a moment.',
      );
    const turn = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      line.splice(line.indexOf(waiting), 1);
      turn.reject(new Error('timeout exceeded when trying to connect'));
    }, options.connectionTimeoutMillis || noLimitMs);
    const waiting: Waiting = {
      studio,
      begin() {
        clearTimeout(timer);
        turn.resolve();
      },
    };
    line.push(waiting);
    return turn.promise;
  }

  return {
    isFree,
    async run(studio, work) {
      if (isFree(studio)) take(studio);
      else await turnOf(studio);
      try {
        return await work();
      } finally {
        giveBack(studio);
      }
    },
  };
}
