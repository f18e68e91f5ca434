import type { IncomingMessage, ServerResponse } from 'node:http';
import { noteLimit } from '#platform/log.ts';
import { tooManyRequests, type RequestContext } from '#platform/procedure.ts';
import type { App } from '#server/app.ts';
import { refuse } from '#server/refuse.ts';
import { pathOf } from '#server/request-checks.ts';

const heartbeatMs = 20_000;
const mostUnreadBytes = 100_000;
/** Many times the screens anybody has in view at once, and those of theirs whose lines are dead without it being known. */
const mostOfOneLogin = 100;

/** How many are open in this process, by the login that reads them. */
const openOf = new Map<string, number>();

/**
 * Server-sent events: the names of the caller's studio's tables that have changed, never their contents. The stream
 * ends when the session does, or when the caller's studio is no longer the one it began with.
 */
export async function answerLive(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<boolean> {
  if (request.method !== 'GET' || pathOf(request) !== '/live') return false;
  const caller = await context.findCaller();
  // Whoever left meanwhile will not leave again: nothing begins that only their leaving ends.
  if (response.destroyed) return true;
  if (!caller) return refuse(response, 401, 'Not authenticated!');
  const { userId, organizationId } = caller;
  context.countRequest(caller, 'read');
  if ((openOf.get(userId) ?? 0) >= mostOfOneLogin) {
    noteLimit(context.log, 'streamsOfOneLogin');
    return refuse(response, 429, tooManyRequests.TOO_MANY_REQUESTS.message);
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write('retry: 2000\nevent: ready\ndata: {}\n\n');
  const tell = (event: string) => {
    // It stays open after its end for as long as its reader takes, and takes no more events.
    if (response.writableEnded) return;
    response.write(event);
    if (response.writableLength > mostUnreadBytes) response.destroy();
  };
  // Asked before every event. It costs next to nothing: the page reads anew what has changed, by the same caller.
  const tellCaller = async (event: string) => {
    const now = await context.findCaller().catch(() => caller);
    if (now?.organizationId === organizationId) tell(event);
    else response.end();
  };
  const unsubscribe = app.live.subscribe(organizationId, (tables) => {
    void tellCaller(`event: change\ndata: ${JSON.stringify({ tables })}\n\n`);
  });
  const heartbeat = setInterval(() => {
    // Nobody takes its end.
    if (response.writableEnded) response.destroy();
    else if (app.isStopping) response.end();
    // An event, not a comment: a page takes long silence for a dead line.
    else void tellCaller('event: beat\ndata: {}\n\n');
  }, heartbeatMs);
  app.streams.add(response);
  openOf.set(userId, (openOf.get(userId) ?? 0) + 1);
  response.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
    app.streams.delete(response);
    const left = (openOf.get(userId) ?? 0) - 1;
    if (left > 0) openOf.set(userId, left);
    else openOf.delete(userId);
  });
  return true;
}
