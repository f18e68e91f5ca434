const fetched = new Map<string, Promise<unknown>>();
let tries = 0;

/**
 * Fetches a module, also one that could not be fetched before: browsers remember that until the page is loaded anew.
 * Under another fragment of its address it is another module to them, and everybody here gets the same one. The address
 * is in what they say of the failure, but for Safari.
 * @param load its `import()` and nothing more, since the module itself is what may come another way
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  await fetchStyles();
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    return (await (fetched.get(address) ?? fetchAnew(address))) as Module;
  }
}

const failedStyles = new Set<HTMLLinkElement>();
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  true,
);

/**
 * Fetches the styles that could not be fetched before. Vite asks for each of them once and takes it for there from then on:
 * what is drawn after a "Retry" would stand there without.
 */
export function fetchStyles(): Promise<void> {
  return (fetching ??= fetchFailed().finally(() => (fetching = null)));
}

let fetching: Promise<void> | null = null;

async function fetchFailed(): Promise<void> {
  const failed = [...failedStyles];
  failedStyles.clear();
  await Promise.all(
    failed.map(
      (link) =>
        new Promise((resolve, reject) => {
          const anew = link.cloneNode() as HTMLLinkElement;
          anew.onload = resolve;
          anew.onerror = () => reject(new TypeError(`Failed to fetch ${anew.href}`));
          link.replaceWith(anew);
        }),
    ),
  );
}

function fetchAnew(address: string): Promise<unknown> {
  tries += 1;
  const attempt: Promise<unknown> = import(/* @vite-ignore */ `${address}#${tries}`);
  fetched.set(address, attempt);
  attempt.catch(() => fetched.delete(address));
  return attempt;
}
