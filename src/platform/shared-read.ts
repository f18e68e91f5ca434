import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { readConnection } from '#platform/tenant-read.ts';

type Body = { body: string };
type Read = () => Promise<string | null>;
type Waiting = { studio: string; key: string; begin: () => void; answer: Promise<string | null> };

// A pool without a limit of its own: the longest a timer takes.
const noLimitMs = 2 ** 31 - 1;

/**
 * Reads texts for a studio. What several ask while it still waits for its turn is asked once for all of them: when
 * a change makes every open screen of a studio ask for the same list, the database is asked for it a few times. The
 * answer is never older than a question, since nobody joins a read that has begun. Half of the connections are left to
 * others: who saves does not stand behind all who look. A turn goes to the studio that has fewest: the long
 * line of one does not stand before another's.
 * @returns the column `body` of the first row; null where there is none. It acts for the studio and for nobody in it.
 */
export function openSharedReads(pool: pg.Pool, isPooled: boolean) {
  const inTurn = openTurns(pool);
  return (organizationId: string, query: CompiledQuery): Promise<string | null> => {
    const connection = readConnection(pool, { organizationId, profileId: '' }, isPooled);
    return inTurn(
      organizationId,
      () => `${organizationId} ${JSON.stringify(query.parameters)} ${query.sql}`,
      async () => (await connection.executeQuery<Body>(query)).rows[0]?.body ?? null,
    );
  };
}

/** Turns for half of a pool. Who waits for one longer than for a connection gets none: nobody listens any more. */
function openTurns({ options }: pg.Pool) {
  let free = Math.max(1, Math.floor(options.max / 2));
  const line: Waiting[] = [];
  const taken = new Map<string, number>();
  const takenBy = (studio: string) => taken.get(studio) ?? 0;

  async function take(studio: string, read: Read): Promise<string | null> {
    taken.set(studio, takenBy(studio) + 1);
    try {
      return await read();
    } finally {
      giveBack();
      if (takenBy(studio) === 1) taken.delete(studio);
      else taken.set(studio, takenBy(studio) - 1);
    }
  }

  /** Whoever came first goes first, among the studios with the fewest turns; the one given back still counts. */
  function giveBack(): void {
    let next = line[0];
    if (!next) return void (free += 1);
    for (const waiting of line) if (takenBy(waiting.studio) < takenBy(next.studio)) next = waiting;
    line.splice(line.indexOf(next), 1);
    next.begin();
  }

  return (studio: string, keyOf: () => string, read: Read): Promise<string | null> => {
    if (free > 0) {
      free -= 1;
      return take(studio, read);
    }
    const key = keyOf();
    const joined = line.find((waiting) => waiting.key === key);
    if (joined) return joined.answer;
    const turn = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      line.splice(line.indexOf(waiting), 1);
      turn.reject(new Error('timeout exceeded when trying to connect'));
    }, options.connectionTimeoutMillis || noLimitMs);
    const begin = () => {
      clearTimeout(timer);
      turn.resolve();
    };
    const waiting = { studio, key, begin, answer: turn.promise.then(() => take(studio, read)) };
    line.push(waiting);
    return waiting.answer;
  };
}
