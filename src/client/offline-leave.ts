import { forgetAsked } from '#client/ask-once.ts';
import { forgetDrafts } from '#client/kept-draft.ts';
import { forgetKept } from '#client/offline.ts';
import { takeFromOutbox, waitingLogs } from '#client/outbox.ts';
import { queryClient } from '#client/query-client.ts';
import { sessionQuery } from '#client/session.ts';

/** What logging out would lose, in a sentence; null when nothing waits to be sent. */
export async function unsentWarning(): Promise<string | null> {
  const count = (await ownLogs()).length;
  if (count === 0) return null;
  return count === 1
    ? '1 attendance log is saved only on this device and has not been sent. Logging out deletes it.'
    : `${count} attendance logs are saved only on this device and have not been sent. Logging out deletes them.`;
}

/** Leaves nothing of the studio in this browser. */
export async function forgetEverything(): Promise<void> {
  forgetDrafts();
  forgetAsked();
  for (const log of await ownLogs()) await takeFromOutbox(log);
  await forgetKept();
}

async function ownLogs() {
  const owner = queryClient.getQueryData(sessionQuery.queryKey)?.profileId;
  return owner ? await waitingLogs(owner).catch(() => []) : [];
}
