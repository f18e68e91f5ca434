import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { named } from '#platform/prepared.ts';
import { readConnection } from '#platform/tenant-read.ts';

type Body = { body: string };

// A pool without a limit of its own: the longest a timer takes.
const noLimitMs = 2 ** 31 - 1;

/**
 * Reads texts for a studio. What several ask while it still waits for its turn is asked once for all of them: when
 * a change makes every open screen of a studio ask for the same list, the database is asked for it a few times. The
 * answer is never older than a question, since nobody joins a read that has begun. Half of the connections are left to
 * others: who saves does not stand behind all who look.
 * @returns the column `body` of the first row; null where there is none. It acts for the studio and for nobody in it.
 */
export function openSharedReads(pool: pg.Pool, isPooled: boolean) {
  const waiting = new Map<string, Promise<string | null>>();
  const inTurn = openTurns(pool);
  return (organizationId: string, query: CompiledQuery): Promise<string | null> => {
    const key = [organizationId, named(query.sql).name ?? query.sql, JSON.stringify(query.parameters)].join(
      ' ',
    );
    const joined = waiting.get(key);
    if (joined) return joined;
    const scope = { organizationId, profileId: '' };
    const connection = readConnection(pool, scope, isPooled, () => waiting.delete(key));
    const read = inTurn(() => connection.executeQuery<Body>(query))
      .then(({ rows }) => rows[0]?.body ?? null)
      .catch((error: unknown) => {
        waiting.delete(key);
        throw error;
      });
    waiting.set(key, read);
    return read;
  };
}

/** Turns for half of a pool. Who waits for one longer than for a connection gets none: nobody listens any more. */
function openTurns({ options }: pg.Pool) {
  let free = Math.max(1, Math.floor(options.max / 2));
  const waitMs = () => options.connectionTimeoutMillis || noLimitMs;
  const line = new Set<() => void>();

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = () => {
        clearTimeout(timer);
        line.delete(give);
        resolve();
      };
      const timer = setTimeout(() => {
        line.delete(give);
        reject(new Error('timeout exceeded when trying to connect'));
      }, waitMs());
      line.add(give);
    });
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await turn();
    try {
      return await work();
    } finally {
      const [next] = line;
      if (next) next();
      else free += 1;
    }
  };
}
