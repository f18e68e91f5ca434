import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isSame } from '#platform/signature.ts';
import { isFromThisMachine } from '#platform/this-machine.ts';
import type { App } from '#server/app.ts';
import { refuse } from '#server/refuse.ts';
import { pathOf } from '#server/request-checks.ts';

/** Those whose database did not answer the last time. */
const unready = new WeakSet<App>();

/** Health (the process runs), readiness (it can serve: the database answers) and metrics, for machines only. */
export async function answerProbe(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = pathOf(request);
  if (path === '/metrics') return await answerMetrics(app, request, response);
  if (path !== '/healthz' && path !== '/readyz') return false;
  const isWell = path === '/healthz' || (!app.isStopping && (await databaseAnswers(app)));
  response.writeHead(isWell ? 200 : 503, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(isWell ? 'ok\n' : 'not ready\n');
  return true;
}

async function answerMetrics(app: App, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { registry } = app.metrics;
  if (!mayReadMetrics(app.config.METRICS_TOKEN, request)) {
    return refuse(
      response,
      403,
      'Metrics are for this machine, or for whoever sends METRICS_TOKEN as a bearer token.',
    );
  }
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(await registry.metrics());
  return true;
}

/** By the token where one is set; else from this machine, unless a proxy on it speaks for somebody else. */
export function mayReadMetrics(
  token: string | null,
  { headers, socket }: { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } },
): boolean {
  if (token !== null) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  return isFromThisMachine(headers, socket.remoteAddress);
}

async function databaseAnswers(app: App): Promise<boolean> {
  const answer = app.database.pool.query('select 1').then(
    () => true,
    () => false,
  );
  const tooLate = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), 2000).unref();
  });
  const isReady = await Promise.race([answer, tooLate]);
  if (isReady === unready.has(app)) tellChange(app, isReady);
  return isReady;
}

/** Asked every second or so, only what is new is worth a line. */
function tellChange(app: App, isReady: boolean): void {
  if (isReady) {
    unready.delete(app);
    app.log.info('the database answers again: /readyz says yes');
  } else {
    unready.add(app);
    app.log.warn('the database does not answer: /readyz says no');
  }
}
