import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '#server/app.ts';

/** Health (the process runs), readiness (it can serve: the database answers) and metrics, for machines only. */
export async function answerProbe(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = request.url?.split('?', 1)[0];
  if (path === '/metrics') return await answerMetrics(app, response);
  if (path !== '/healthz' && path !== '/readyz') return false;
  const isWell = path === '/healthz' || (!app.isStopping && (await databaseAnswers(app)));
  response.writeHead(isWell ? 200 : 503, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(isWell ? 'ok\n' : 'not ready\n');
  return true;
}

async function answerMetrics(app: App, response: ServerResponse): Promise<boolean> {
  const { registry } = app.metrics;
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(await registry.metrics());
  return true;
}

async function databaseAnswers(app: App): Promise<boolean> {
  const answer = app.database.pool.query('select 1').then(
    () => true,
    () => false,
  );
  const tooLate = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), 2000).unref();
  });
  return await Promise.race([answer, tooLate]);
}
