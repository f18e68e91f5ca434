import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import {
  createTanstackQueryUtils,
  OPERATION_CONTEXT_SYMBOL,
  type OperationContext,
} from '@orpc/tanstack-query';

import type { AppRouter } from '#server/router.ts';

const link = new RPCLink<OperationContext>({
  url: `${window.location.origin}/rpc`,
  // Reads go by GET, so that the server can answer 304 and refuse a GET of anything that changes data.
  method: ({ context }) => (context[OPERATION_CONTEXT_SYMBOL]?.type === 'query' ? 'GET' : 'POST'),
});

const client: AppRouter = createORPCClient(link);

/**
 * The typed API: `useQuery(api.classes.list.queryOptions({ input }))`,
 * `useMutation(api.classes.create.mutationOptions({ meta: { invalidates: [api.classes.key()] } }))`.
 */
export const api = createTanstackQueryUtils(client);
