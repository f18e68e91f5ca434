/** The keys of requests of which nobody knows yet whether they were done, by what was asked. */
const unanswered = new Map<string, string>();

/**
 * Sends a request under a key by which the server does it once: the same for as long as there is no answer to what
 * is asked, though its form was closed and filled in again, and a new one for anything else.
 */
export async function askOnce<Input extends object, Answer>(
  operation: string,
  input: Input,
  send: (keyed: Input & { idempotencyKey: string }) => Promise<Answer>,
): Promise<Answer> {
  const asked = JSON.stringify([operation, input]);
  const idempotencyKey = unanswered.get(asked) ?? randomKey();
  unanswered.set(asked, idempotencyKey);
  const answer = await send({ ...input, idempotencyKey });
  unanswered.delete(asked);
  return answer;
}

// crypto.randomUUID exists on https and localhost only; a studio may run this on its own network.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
