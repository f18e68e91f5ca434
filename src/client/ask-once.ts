import { isRefusedAs } from '#client/failure.ts';

// The keys of requests of which nobody knows yet whether they were done, by a digest of what was asked. In the tab's
// store, as drafts are: a page that was loaded anew gives back what was typed, and asks for the same again.
const prefix = 'barre.asked.';

/**
 * Sends a request under a key by which the server does it once: the same for as long as there is no answer to what
 * is asked, though its form was closed and filled in again, and a new one for anything else.
 */
export async function askOnce<Input extends object, Answer>(
  operation: string,
  input: Input,
  send: (keyed: Input & { idempotencyKey: string }) => Promise<Answer>,
): Promise<Answer> {
  const place = prefix + digestOf(JSON.stringify([operation, input]));
  const idempotencyKey = sessionStorage.getItem(place) ?? randomKey();
  sessionStorage.setItem(place, idempotencyKey);
  try {
    const answer = await send({ ...input, idempotencyKey });
    sessionStorage.removeItem(place);
    return answer;
  } catch (error) {
    // The server knows the key of something else, and would for as long as it is sent.
    if (isRefusedAs(error, 'UNPROCESSABLE_CONTENT')) sessionStorage.removeItem(place);
    throw error;
  }
}

/** Leaves nothing of it in this tab: who asked has signed out. */
export function forgetAsked(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** A few letters for a text of any length. */
function digestOf(text: string): string {
  let [first, second] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 2_654_435_761);
    second = Math.imul(second ^ unit, 1_597_334_677);
  }
  return [first, second].map((half) => (half >>> 0).toString(36)).join('.');
}

// crypto.randomUUID exists on https and localhost only; a studio may run this on its own network.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
