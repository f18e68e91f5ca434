import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { isStalePlan, named } from '#platform/prepared.ts';
import { knowsScope, readTextsOn, type TextQuestion } from '#platform/tenant-read.ts';

// What is sent together is answered one after the other: a quick question may stand behind a slow one.
const mostTogether = 4;

/**
 * Reads texts for a studio. While no connection is free, what several ask of the same studio is asked once for all of
 * them, and when there are more questions than connections, each takes its share of them in one packet. The answer is
 * never older than a question, since nobody joins a read that has begun.
 * @returns the column `body` of the first row; null where there is none. It acts for the studio and for nobody in it.
 */
export function openSharedReads(pool: pg.Pool, isPooled: boolean) {
  const waiting = new Map<string, TextQuestion>();
  let connecting = 0;

  async function connect(): Promise<void> {
    connecting += 1;
    try {
      const client = await pool.connect().finally(() => (connecting -= 1));
      answerWith(client);
    } catch (error) {
      // Connections that are still to come are for those who came later.
      if (waiting.size > connecting) take(1)[0]?.reject(error);
    }
  }

  function answerWith(client: pg.PoolClient): void {
    const share = Math.min(mostTogether, Math.ceil(waiting.size / pool.options.max));
    readTextsOn(client, take(isPooled || !knowsScope(client) ? 1 : share), isPooled);
  }

  function take(count: number): TextQuestion[] {
    const taken = [...waiting].slice(0, count);
    for (const [key] of taken) waiting.delete(key);
    return taken.map(([, each]) => each);
  }

  function ask(organizationId: string, query: CompiledQuery): Promise<string | null> {
    const key = [organizationId, named(query.sql).name ?? query.sql, JSON.stringify(query.parameters)].join(
      ' ',
    );
    const joined = waiting.get(key);
    if (joined) return joined.promise;
    const scope = { organizationId, profileId: '' };
    const own = { ...Promise.withResolvers<string | null>(), scope, query };
    waiting.set(key, own);
    if (connecting < waiting.size) void connect();
    return own.promise;
  }

  return async (organizationId: string, query: CompiledQuery): Promise<string | null> => {
    try {
      return await ask(organizationId, query);
    } catch (error) {
      if (isStalePlan(error)) return await ask(organizationId, query);
      throw error;
    }
  };
}
