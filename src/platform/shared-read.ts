import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { StudioTurns } from '#platform/studio-turns.ts';
import { readConnection } from '#platform/tenant-read.ts';

type Body = { body: string };

/**
 * Reads texts for a studio. What several ask while it still waits for its turn is asked once for all of them: when
 * a change makes every open screen of a studio ask for the same list, the database is asked for it a few times. The
 * answer is never older than a question, since nobody joins a read that has begun.
 * @returns the column `body` of the first row; null where there is none. It acts for the studio and for nobody in it.
 */
export function openSharedReads(pool: pg.Pool, isPooled: boolean, turns: StudioTurns) {
  const inLine = new Map<string, Promise<string | null>>();
  return (organizationId: string, query: CompiledQuery): Promise<string | null> => {
    const connection = readConnection(pool, { organizationId, profileId: '' }, isPooled);
    const read = async () => (await connection.executeQuery<Body>(query)).rows[0]?.body ?? null;
    if (turns.isFree(organizationId)) return turns.run(organizationId, read);
    const key = `${organizationId} ${JSON.stringify(query.parameters)} ${query.sql}`;
    const joined = inLine.get(key);
    if (joined) return joined;
    const leave = () => inLine.delete(key);
    const answer = turns.run(organizationId, () => {
      leave();
      return read();
    });
    inLine.set(key, answer);
    answer.catch(() => {
      if (inLine.get(key) === answer) leave();
    });
    return answer;
  };
}
