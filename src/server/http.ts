import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ORPCError } from '@orpc/server';
import { toNodeHandler } from 'better-auth/node';
import { isOpenDoor, redeemsToken } from '#features/auth/doors.ts';
import { withEarlyHash } from '#features/auth/password-hash.ts';
import { tooManyRequests, type RequestContext } from '#platform/procedure.ts';
import { dropEndedSessions, renewSession, signCookiesAnew } from '#platform/caller.ts';
import { noteLimit } from '#platform/log.ts';
import { asRefusal, noteUnavailable } from '#platform/refusals.ts';
import { signedAnew } from '#platform/signature.ts';
import { answerApi, answerRpc } from '#server/api-handlers.ts';
import type { App } from '#server/app.ts';
import { answerApiDocs } from '#server/api-docs.ts';
import { clientAddress } from '#server/client-address.ts';
import { answerWithinMs, inTime, isFull, mostSigningIn, tooMuchAtOnce } from '#server/in-time.ts';
import { answerLive } from '#server/live-stream.ts';
import { answerDemoRequest } from '#server/demo-request.ts';
import { answerMailbox } from '#server/mailbox.ts';
import { answerProbe } from '#server/probes.ts';
import { answerPublicPage } from '#server/public-pages.ts';
import { refuse } from '#server/refuse.ts';
import { setSecurityHeaders } from '#server/security-headers.ts';
import {
  isForgedCrossSite,
  isLengthUnsaid,
  isLong,
  isStrangeMethod,
  isTooLarge,
  pathOf,
} from '#server/request-checks.ts';
import { answerStatic } from '#server/static-files.ts';
import { answerArchive, archivePath } from '#server/studio-archive.ts';

type Answer = (
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
) => Promise<boolean> | boolean;

const routes: { prefix: string; answer: Answer; isData?: true }[] = [
  { prefix: '/rpc/', answer: answerRpc, isData: true },
  { prefix: '/api/auth/', answer: answerAccounts },
  { prefix: '/api/docs', answer: answerApiDocs },
  { prefix: archivePath, answer: answerArchive },
  { prefix: '/api/', answer: answerApi, isData: true },
  { prefix: '/live', answer: answerLive },
  { prefix: '/healthz', answer: answerProbe },
  { prefix: '/readyz', answer: answerProbe },
  { prefix: '/metrics', answer: answerProbe },
  { prefix: '/mailbox', answer: answerMailbox },
  { prefix: '/demo-request', answer: answerDemoRequest },
  { prefix: '/', answer: answerPage },
];

/** Answers one request: headers, checks, then the first route whose prefix fits. Never rejects. */
export async function answerRequest(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const { method = 'GET' } = request;
  const requestId = randomUUID();
  const log = app.log.child({ requestId });
  const path = pathOf(request);
  const route = routes.find(({ prefix }) => isUnder(path, prefix));
  response.setHeader('x-request-id', requestId);
  setSecurityHeaders(app.config, response, route?.isData ?? false);
  if (app.isStopping) response.setHeader('connection', 'close');
  response.once('close', () => {
    // Whoever asked before the end began was not told that their connection closes, and would keep it open.
    if (app.isClosing) request.socket.end();
    const ms = performance.now() - started;
    const labels = {
      method,
      route: route?.prefix ?? '?',
      status: response.statusCode,
    };
    app.metrics.observeRequest(labels, ms / 1000);
    log.info({ ...labels, path, ms: Math.round(ms) }, 'request');
  });
  try {
    if (isStrangeMethod(request)) return void refuse(response, 405, 'Nothing here is asked for in this way.');
    if (isTooLarge(request)) return void refuse(response, 413, 'This request is too large.');
    if (isForgedCrossSite(app.config, request))
      return void refuse(response, 403, 'This request came from another site.');
    if (route?.isData && isFull()) throw tooMuchAtOnce;
    const context = contextOf(app, request, response, log);
    if (route?.isData && isLong(request) && !(await context.findCaller({ mayLackTwoStep: true }))) {
      response.setHeader('connection', 'close');
      return void refuse(response, 401, 'Not authenticated!');
    }
    if (!(await route?.answer(app, request, response, context)))
      refuse(response, 404, 'There is nothing at this address.');
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) log.error({ err: error }, 'request failed');
    noteUnavailable(log, error, refusal);
    if (response.headersSent) response.destroy();
    else if (refusal) refuse(response, refusal.status, refusal.message);
    else refuse(response, 500, `Something went wrong on our side. Request ${requestId}.`);
  }
}

/** `/live` leads to itself and to what is below it, not to `/liveliness`. */
function isUnder(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (prefix.endsWith('/') || [undefined, '/'].includes(path[prefix.length]));
}

function contextOf(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  log: App['log'],
): RequestContext {
  const address = clientAddress(request, app.config.TRUSTED_PROXIES);
  const cookies: string[] = [];
  return {
    headers: request.headers,
    cookies,
    renewSession: async (caller) => {
      const keys = { baseUrl: app.config.BASE_URL, secrets: app.secrets };
      const cookie = await renewSession(app.database, request.headers, caller, keys);
      if (cookie) cookies.push(cookie);
    },
    clientAddress: address,
    findCaller: (how) => app.findCaller(request.headers, how),
    countRequest: ({ userId }, kind) => {
      const earlyMs = app.requestLimit(userId, kind);
      if (earlyMs === 0) return;
      response.setHeader('retry-after', Math.ceil(earlyMs / 1000));
      noteLimit(log, 'requestsOfOneLogin');
      throw new ORPCError('TOO_MANY_REQUESTS', tooManyRequests.TOO_MANY_REQUESTS);
    },
    logins: app.logins,
    twoStep: app.twoStep,
    config: app.config,
    clock: app.clock,
    log,
    mail: app.mail,
    database: app.database,
  };
}

/** A public page, else a built file or the app. */
async function answerPage(app: App, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  return (await answerPublicPage(app, request, response)) || (await answerStatic(app, request, response));
}

async function answerAccounts(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<boolean> {
  if (!isOpenDoor(pathOf(request))) return false;
  if (isLengthUnsaid(request)) {
    response.setHeader('connection', 'close');
    return refuse(response, 411, 'Send this request with its length.');
  }
  request.headers['x-client-ip'] = context.clientAddress;
  // Read before it counts as under way: who is slow to send takes nobody's place. The library takes it from here.
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    // Who went away in the middle is no fault.
    response.destroy();
    return true;
  }
  const body = Buffer.concat(chunks).toString();
  if (redeemsToken(pathOf(request))) {
    const token = postedToken(request, body);
    if (token === null) return refuse(response, 405, 'Post the token of the letter as JSON.');
    // The library takes it by a GET, which any site can send its visitors on: into an account of its own.
    request.method = 'GET';
    request.url = `${pathOf(request)}?token=${encodeURIComponent(signedAnew(token, app.secrets, 'base64url'))}`;
  } else if (body) Object.assign(request, { body });
  await inTime(
    async () => {
      const { cookie } = request.headers;
      if (cookie)
        request.headers.cookie = signCookiesAnew(
          await dropEndedSessions(cookie, app.findCaller, app.config.BASE_URL),
          app.secrets,
        );
      await withEarlyHash(() => toNodeHandler(app.accounts)(request, response));
    },
    answerWithinMs,
    mostSigningIn,
  );
  if (response.statusCode === 400) context.log.info('input refused');
  // The account library's own limit says when to come back in a header of its own.
  if (response.hasHeader('x-retry-after')) noteLimit(context.log, 'requestsFromOneNetwork');
  return true;
}

/** No form of another site can post JSON, and no script of one is allowed to. */
function postedToken(request: IncomingMessage, body: string): string | null {
  if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json'))
    return null;
  try {
    const token: unknown = Object(JSON.parse(body)).token;
    return typeof token === 'string' && token.isWellFormed() ? token : null;
  } catch {
    return null;
  }
}
