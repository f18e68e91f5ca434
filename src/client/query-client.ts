import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';

import { isForLater, isRefusal, isSignedOut } from '#client/failure.ts';
import { keepSame } from '#client/same-rows.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Keys of everything this mutation may change; refetched once it has succeeded. */
      invalidates?: readonly QueryKey[];
    };
  }
}

type SignedOutListener = () => void;
let tellSignedOut: SignedOutListener = () => {};

/** Called when the server says that the session is over. */
export function onSignedOut(listener: SignedOutListener): void {
  tellSignedOut = listener;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({
    onError: noticeSignOut,
    onSuccess: async (_result, _input, _context, mutation) => {
      const keys = mutation.meta?.invalidates ?? [];
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      structuralSharing: keepSame,
      retry: (failures, error) => (isForLater(error) || !isRefusal(error)) && failures < 2,
      // Browsers guess "offline" wrongly on some networks, and the studio's server may be on this machine.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

function noticeSignOut(error: unknown): void {
  if (isSignedOut(error)) tellSignedOut();
}
