import { createHash } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';

const keptDays = 7;
const forgottenAtOnce = 20;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A request that must be done once, however often it is sent. */
type Request<Answer> = {
  /** Chosen by the sender, the same for every repetition; null does not ask for any of this. */
  key: string | null;
  /** Which operation: a key of one is no key of another. */
  operation: string;
  /** What was asked, the key aside: a repetition asks the same. */
  input: Json;
  /** What the caller will be told. Settled beforehand, so that claiming the key and keeping the answer are one step. */
  answer: Answer;
};

/** The refusal of every procedure that takes such a key: spread it into its `.errors()`. */
export const onceErrors = {
  UNPROCESSABLE_CONTENT: {
    message: 'This request key was already used for something else. Reload the page and try again.',
  },
} as const;

/** The refusal where what was done under a key is gone by now: an answer would say that it is there. */
export function deletedSince(gone: 'deleted' | 'cancelled' = 'deleted'): ORPCError<'NOT_FOUND', undefined> {
  const message = `What you sent before was saved after all, though no answer came, and ${gone} since. Send this once more to save it anew.`;
  return new ORPCError('NOT_FOUND', { message });
}

/**
 * Does `work` unless a request with this key was done before, and gives the answer of the one that was.
 * Two at once: the second waits for the first and is answered like it, or does the work if the first failed.
 * One round trip besides the work's own.
 * @throws UNPROCESSABLE_CONTENT (422) when the key was used for something else
 */
export async function once<Answer extends { [key: string]: Json }>(
  db: Tx,
  { key, operation, input, answer }: Request<Answer>,
  work: () => Promise<unknown>,
): Promise<Answer> {
  if (key === null) return await work().then(() => answer);
  const fingerprint = createHash('sha256').update(stableText(input)).digest('base64url');
  const claimed = await db
    .with('forgotten', (old) => old.deleteFrom('idempotencyKeys').where(isForgotten(key)))
    .insertInto('idempotencyKeys')
    .values({ key, operation, fingerprint, answer: JSON.stringify(answer) })
    .onConflict((taken) => taken.columns(['organizationId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!claimed) return (await answerGiven(db, { key, operation, fingerprint })) as Answer;
  await work();
  return answer;
}

/**
 * Some of the studio's oldest requests, which nobody repeats any more: forgotten in passing, more at a time than are
 * remembered, so that no process has to look after it. By one at a time: others would wait until its work is done, be it
 * a long import. Not the one asked for: it is about to be answered.
 */
function isForgotten(asked: string) {
  return sql<boolean>`ctid = any (array(select ctid from idempotency_keys
    where created_at < now() - make_interval(days => ${keptDays}) and key <> ${asked}
      and (select pg_try_advisory_xact_lock(hashtextextended('forgotten:' || current_organization_id(), 0)))
    order by created_at limit ${forgottenAtOnce}))`;
}

async function answerGiven(db: Tx, asked: { key: string; operation: string; fingerprint: string }) {
  const given = await db
    .selectFrom('idempotencyKeys')
    .select(['operation', 'fingerprint', 'answer', wroteAgain.as('wroteAgain')])
    .where('key', '=', asked.key)
    .executeTakeFirstOrThrow();
  if (given.operation === asked.operation && given.fingerprint === asked.fingerprint) return given.answer;
  throw new ORPCError('UNPROCESSABLE_CONTENT', onceErrors.UNPROCESSABLE_CONTENT);
}

// What was done before may be on this server only, when its wait for the standby was broken off. A transaction that
// writes waits until the standby has everything before it, so the repetition is not told either what may yet be lost.
const wroteAgain = sql`pg_logical_emit_message(true, 'repeated', '')`;

/** The same text for the same content, in whatever order its keys stand. */
function stableText(value: Json | undefined): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
