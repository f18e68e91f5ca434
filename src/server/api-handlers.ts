import type { IncomingMessage, ServerResponse } from 'node:http';
import { SmartCoercionPlugin } from '@orpc/json-schema';
import { StandardOpenAPIHandler } from '@orpc/openapi/standard';
import { ORPCError } from '@orpc/server';
import { StrictGetMethodPlugin } from '@orpc/server/plugins';
import { StandardHandler, StandardRPCMatcher } from '@orpc/server/standard';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { ProcedureMeta, RequestContext } from '#platform/procedure.ts';
import { asRefusal, noteUnavailable } from '#platform/refusals.ts';
import type { App } from '#server/app.ts';
import { answerWithinMs, inTime, longWithinMs } from '#server/in-time.ts';
import { sendJson, toCall } from '#server/json-http.ts';
import { rpcCodec } from '#server/plain-json.ts';
import { router } from '#server/router.ts';

type Call = {
  context: RequestContext;
  path: readonly string[];
  procedure: { '~orpc': { meta: ProcedureMeta } };
  next: () => Promise<unknown>;
};

/** Every failure becomes a refusal with its text or, logged with the request's id, a fault. */
export async function refuseOrFault({ context, path, procedure, next }: Call): Promise<unknown> {
  try {
    return await inTime(next, procedure['~orpc'].meta.isLong ? longWithinMs : answerWithinMs);
  } catch (error) {
    const refusal = asRefusal(error);
    noteUnavailable(context.log, error, refusal);
    if (refusal?.status === 400) context.log.info({ procedure: path.join('.') }, 'input refused');
    if (refusal?.status === 403) await noteForbidden(context, path.join('.'));
    if (refusal) throw refusal;
    context.log.error({ err: error }, 'procedure failed');
    throw new ORPCError('INTERNAL_SERVER_ERROR', {
      message: `Something went wrong on our side. Request ${String(context.log.bindings()['requestId'])}.`,
    });
  }
}

/** Who was refused what: by their role, or by whose the rows are. */
export async function noteForbidden({ findCaller, log }: RequestContext, procedure: string): Promise<void> {
  const caller = await findCaller({ mayLackTwoStep: true }).catch(() => null);
  log.info({ profileId: caller?.profileId, procedure }, 'not permitted');
}

const rpc = new StandardHandler(router, new StandardRPCMatcher(), rpcCodec, {
  plugins: [new StrictGetMethodPlugin()],
  clientInterceptors: [refuseOrFault],
});
const api = new StandardOpenAPIHandler(router, {
  // Numbers and yes-or-no in an address are text; the schemas say what they mean.
  plugins: [new SmartCoercionPlugin({ schemaConverters: [new ZodToJsonSchemaConverter()] })],
  clientInterceptors: [refuseOrFault],
});

/** The screens' own calls. */
export const answerRpc = answerBy(rpc, '/rpc');

/** The public API, as described at /api/docs. */
export const answerApi = answerBy(api, '/api');

type Handler = Pick<typeof rpc, 'handle'>;

function answerBy(handler: Handler, prefix: '/rpc' | '/api') {
  return async (_: App, request: IncomingMessage, response: ServerResponse, context: RequestContext) => {
    const answer = await handler.handle(toCall(request), { prefix, context });
    if (!answer.matched) return false;
    if (context.cookies.length > 0) response.setHeader('set-cookie', context.cookies);
    await sendJson(request, response, answer.response);
    return true;
  };
}
