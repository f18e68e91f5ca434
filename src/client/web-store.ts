/** What this tab keeps over a reload. */
export const tabStore = storeOf(() => sessionStorage);

/** What this browser keeps for all its tabs. */
export const browserStore = storeOf(() => localStorage);

/** Where the browser's own store is full, broken or closed to pages, what is put there stays for as long as the page. */
function storeOf(own: () => Storage) {
  const held = new Map<string, string>();
  const remove = (key: string) => {
    held.delete(key);
    tried(() => own().removeItem(key));
  };
  return {
    get: (key: string): string | null => held.get(key) ?? tried(() => own().getItem(key)) ?? null,
    set: (key: string, value: string) => {
      remove(key);
      try {
        own().setItem(key, value);
      } catch {
        held.set(key, value);
      }
    },
    remove,
    keys: (): string[] => [...held.keys(), ...(tried(() => Object.keys(own())) ?? [])],
  };
}

function tried<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
