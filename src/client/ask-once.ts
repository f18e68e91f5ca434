import { isRefusedAs } from '#client/failure.ts';
import { ownTab } from '#client/tab-owner.ts';
import { tabStore } from '#client/web-store.ts';

// The keys of requests of which nobody knows yet whether they were done. In the tab's store, as drafts are: a page that
// was loaded anew gives back what was typed, and asks for it again.
const prefix = 'barre.asked.';

const savedBefore =
  'What you sent before was saved after all, though no answer came. Nothing was saved now: look at what is there and correct it, or send this once more to save it as well.';

/**
 * Sends a request under a key by which the server does it once: the same for as long as there is no answer to what is
 * asked, though its form was closed and filled in again, and a new one after that. With `about`, which says of what there
 * is one form, it is the same also where something was changed in it meanwhile: had the first one been saved, the second
 * is not saved beside it before its sender knows.
 */
export async function askOnce<Input extends object, Answer>(
  operation: string,
  input: Input,
  send: (keyed: Input & { idempotencyKey: string }) => Promise<Answer>,
  about = digestOf(JSON.stringify(input)),
): Promise<Answer> {
  const place = `${prefix}${ownTab()}.${operation}.${about}`;
  const idempotencyKey = tabStore.get(place) ?? randomKey();
  tabStore.set(place, idempotencyKey);
  try {
    const answer = await send({ ...input, idempotencyKey });
    tabStore.remove(place);
    return answer;
  } catch (error) {
    // What was saved under the key is gone: asked for once more, it is to be saved anew.
    if (isRefusedAs(error, 'NOT_FOUND')) tabStore.remove(place);
    // The server knows the key of something else, and would for as long as it is sent.
    if (isRefusedAs(error, 'UNPROCESSABLE_CONTENT')) {
      tabStore.remove(place);
      if (error instanceof Error) error.message = savedBefore;
    }
    throw error;
  }
}

/** Leaves nothing of it in this tab: who asked has signed out. */
export function forgetAsked(): void {
  for (const key of tabStore.keys()) if (key.startsWith(prefix)) tabStore.remove(key);
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
