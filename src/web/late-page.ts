import { lazyRouteComponent } from '@tanstack/react-router';

import { fetchCode } from '#ui/fetch-code.ts';

/**
 * A page whose code comes when it is first opened. What is not there is taken for another version's: the router loads the
 * document anew, once. Where the server does not answer that would put the browser's own error page in the place of
 * this one, which then says so itself and tries again.
 */
export function latePage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      fetchCode(load).catch(async (error: unknown) => {
        if (await canLoadAnew()) throw error;
        // The router goes by the first words.
        throw new TypeError(`No code of a page: ${String(error)}`, { cause: error });
      }),
    name,
  );
}

function canLoadAnew(): Promise<boolean> {
  return fetch(window.location.href, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
