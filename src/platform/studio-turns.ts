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
/** Who has had so many times its part of a second, in so many turns, lets the others go first. */
const muchMore = 4;
const manyTurns = 32;

/** What studios have asked of a pool's connections within a second or two, and how long they have had them. */
type StudioShares = {
  /** How many connections a studio may take that asks now: all while nobody else asks, else its part of them. */
  ofWhoAsks: (studio: string) => number;
  /** Whether a studio waits until nobody is at work, since it has had far more than its part. */
  mustWait: (studio: string) => boolean;
  begin: () => void;
  end: (studio: string, ms: number) => void;
  /** Calls back after each end, when it may be the turn of somebody who waits in another line. */
  onEnd: (look: () => void) => void;
};

/** Shares of a pool: its connections and, by the time they are held, the processors. */
export function openShares({ options }: pg.Pool): StudioShares {
  type Had = { turns: number; ms: number };
  const none: Had = { turns: 0, ms: 0 };
  let earlier = new Map<string, Had>();
  let lately = new Map<string, Had>();
  let since = 0;
  let atWork = 0;
  const lookers: (() => void)[] = [];

  function turnOver(): void {
    const passed = performance.now() - since;
    if (passed <= recentMs) return;
    earlier = passed > 2 * recentMs ? new Map() : lately;
    lately = new Map();
    since += passed;
  }
  const asking = () => Math.max(1, earlier.size, lately.size);
  function add(studio: string, turns: number, ms: number): void {
    turnOver();
    const had = lately.get(studio) ?? none;
    lately.set(studio, { turns: had.turns + turns, ms: had.ms + ms });
  }
  function hasHadMuch(studio: string): boolean {
    turnOver();
    const [before, now] = [earlier.get(studio) ?? none, lately.get(studio) ?? none];
    const part = (options.max * recentMs) / asking();
    return before.turns + now.turns >= manyTurns && before.ms + now.ms > muchMore * part;
  }

  return {
    ofWhoAsks(studio) {
      add(studio, 0, 0);
      return Math.ceil(options.max / asking());
    },
    mustWait: (studio) => atWork > 0 && hasHadMuch(studio),
    begin() {
      atWork += 1;
    },
    end(studio, ms) {
      atWork -= 1;
      add(studio, 1, ms);
      for (const look of lookers) look();
    },
    onEnd: (look) => void lookers.push(look),
  };
}

/**
 * Turns for `most` of a pool's connections. Whoever came first goes first, among the studios with the fewest: the long
 * line of one does not stand before another's. Who waits for longer than for a connection gets none: nobody listens
 * any more.
 * @param least so many a studio gets at once however many others ask, unless it must wait
 */
export function openStudioTurns(
  { options }: pg.Pool,
  { most, least }: { most: number; least: number },
  shares: StudioShares,
): StudioTurns {
  let free = most;
  const line: Waiting[] = [];
  const taken = new Map<string, number>();
  const takenBy = (studio: string) => taken.get(studio) ?? 0;
  const mayTake = (studio: string) => Math.max(least, shares.ofWhoAsks(studio));
  const isFree = (studio: string) =>
    free > 0 && takenBy(studio) < mayTake(studio) && !shares.mustWait(studio);

  function take(studio: string): void {
    free -= 1;
    taken.set(studio, takenBy(studio) + 1);
    shares.begin();
  }

  let givenBackBy = '';

  /** The turn given back still counts for who comes next, so that two who both wait go by turns. */
  function giveBack(studio: string, ms: number): void {
    free += 1;
    givenBackBy = studio;
    shares.end(studio, ms);
    givenBackBy = '';
    if (takenBy(studio) === 1) taken.delete(studio);
    else taken.set(studio, takenBy(studio) - 1);
  }

  function callNext(): void {
    const isReady = (studio: string) =>
      takenBy(studio) - (studio === givenBackBy ? 1 : 0) < mayTake(studio) && !shares.mustWait(studio);
    while (free > 0) {
      let next: Waiting | undefined;
      for (const each of line)
        if ((!next || takenBy(each.studio) < takenBy(next.studio)) && isReady(each.studio)) next = each;
      if (!next) return;
      line.splice(line.indexOf(next), 1);
      take(next.studio);
      next.begin();
    }
  }
  shares.onEnd(callNext);

  function turnOf(studio: string): Promise<void> {
    if (
      shares.ofWhoAsks(studio) < options.max &&
      line.filter((each) => each.studio === studio).length >= mostInLine
    )
      throw new TooBusy(
        'requestsOfOneStudio',
        'Your studio asks for too much at once right now. Nothing was saved; try again in a moment.',
      );
    const turn = Promise.withResolvers<void>();
    // Nobody may end meanwhile: somebody else's long work goes on.
    const again = shares.mustWait(studio) ? setTimeout(callNext, 2 * recentMs + 1) : undefined;
    const timer = setTimeout(() => {
      line.splice(line.indexOf(waiting), 1);
      turn.reject(new Error('timeout exceeded when trying to connect'));
    }, options.connectionTimeoutMillis || noLimitMs);
    const waiting: Waiting = {
      studio,
      begin() {
        clearTimeout(again);
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
      const began = performance.now();
      try {
        return await work();
      } finally {
        giveBack(studio, performance.now() - began);
      }
    },
  };
}
