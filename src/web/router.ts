import { createRouter } from '@tanstack/react-router';

import { followPaths } from '#ui/go-back.ts';

import { PageFailed } from './page-failed.tsx';
import { routeTree } from './routes.tsx';
import { keepScrollPlaces } from './scroll-places.ts';
import { readSearch, writeSearch } from './search.ts';

export const router = createRouter({
  routeTree,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  // Loaded data lives in the query client, which knows better when it is stale.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageFailed,
});

followPaths(router);
keepScrollPlaces(router);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
