import { createORPCClient, onError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import {
  createTanstackQueryUtils,
  OPERATION_CONTEXT_SYMBOL,
  type OperationContext,
} from '@orpc/tanstack-query';

import { isRefusedAs } from '#client/failure.ts';
import { ownAnswer } from '#client/own-answer.ts';
import { queryClient } from '#client/query-client.ts';
import { ownTab } from '#client/tab-owner.ts';
import type { AppRouter } from '#server/router.ts';
import { screenOwnerHeader } from '#shared/access.ts';

const link = new RPCLink<OperationContext>({
  url: `${window.location.origin}/rpc`,
  // Reads go by GET, so that the server can refuse a GET of anything that changes data.
  method: ({ context }) => (context[OPERATION_CONTEXT_SYMBOL]?.type === 'query' ? 'GET' : 'POST'),
  // The cookie is the browser's: somebody else may have signed in by another tab.
  headers: () => {
    const owner = ownTab();
    return owner ? { [screenOwnerHeader]: owner } : {};
  },
  fetch: async (request, init) => ownAnswer(await fetch(request, init)),
  interceptors: [
    onError((error) => {
      if (!isRefusedAs(error, 'OTHER_ACCOUNT') && !isRefusedAs(error, 'TWO_STEP_NEEDED')) return;
      void queryClient.invalidateQueries({ queryKey: api.auth.session.key() });
    }),
    onError((error) => {
      // What the library can not read was cut off on its way.
      if (error instanceof Error && error.name === 'Error' && !('status' in error))
        throw new TypeError(error.message, { cause: error });
    }),
  ],
});

const client: AppRouter = createORPCClient(link);

/**
 * The typed API: `useQuery(api.leads.list.queryOptions({ input }))`,
 * `useMutation(api.leads.create.mutationOptions({ meta: { invalidates: [api.leads.key()] } }))`.
 */
export const api = createTanstackQueryUtils(client);
