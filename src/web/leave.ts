import { hashKey } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { hasSignedOut, sessionRenewed } from '#client/auth.ts';
import { isForLater } from '#client/failure.ts';
import { onSignedOut, queryClient } from '#client/query-client.ts';
import { forget, leaveStudio, sessionQuery } from '#client/session.ts';

/**
 * Goes to /login when the session is over: signed out in another tab, expired, or ended by the server.
 * A new document, so that nothing of the studio stays in memory.
 */
export function leaveWhenSignedOut(): void {
  onSignedOut(() => void leave());
  queryClient.getQueryCache().subscribe((event) => {
    // Only an answer counts: while the next one is on its way, the old "nobody" is still in the cache.
    const isAnswer = event.type === 'updated' && event.action.type === 'success';
    const isOver = event.query.queryHash === sessionHash && event.query.state.data === null;
    if (isAnswer && isOver) void leave();
  });
}

let isLeaving = false;

async function leave(): Promise<void> {
  const { pathname, search } = window.location;
  if (!pathname.startsWith('/dashboard') || isLeaving) return;
  isLeaving = true;
  await sessionRenewed();
  // A new password comes with a new session: what was refused meanwhile is asked again with that one. Too much is asked
  // by nobody but who is signed in.
  if (await api.auth.session.call().catch(isForLater)) {
    isLeaving = false;
    return await queryClient.invalidateQueries();
  }
  await forget().finally(() => {
    const ended = hasSignedOut() ? '' : '&ended=yes';
    leaveStudio(`/login?next=${encodeURIComponent(pathname + search)}${ended}`);
  });
}

const sessionHash = hashKey(sessionQuery.queryKey);
