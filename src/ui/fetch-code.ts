const fetched = new Map<string, Promise<unknown>>();
let tries = 0;

/**
 * Fetches a module, also one that could not be fetched before: browsers remember that until the page is loaded anew.
 * Under another fragment of its address it is another module to them, and everybody here gets the same one. The address
 * is in what they say of the failure, but for Safari.
 * @param load its `import()` and nothing more, since the module itself is what may come another way
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    return (await (fetched.get(address) ?? fetchAnew(address))) as Module;
  }
}

function fetchAnew(address: string): Promise<unknown> {
  tries += 1;
  const attempt: Promise<unknown> = import(/* @vite-ignore */ `${address}#${tries}`);
  fetched.set(address, attempt);
  attempt.catch(() => fetched.delete(address));
  return attempt;
}
