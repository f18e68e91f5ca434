// What this browser keeps for the time without a network. A later version of the app may add stores here; it must
// never remove the outbox, in which logs wait that exist nowhere else.
const name = 'barre';
const version = 1;
const stores = ['answers', 'outbox'] as const;
type Store = (typeof stores)[number];

/** Keeps a value under a key until it is removed; what stood there before is replaced. */
export async function keep(store: Store, key: string, value: unknown): Promise<void> {
  await inStore(store, 'readwrite', (rows) => rows.put(value, key));
}

/** Every kept value of a store with its key. */
export async function readAll(store: Store): Promise<[string, unknown][]> {
  const keys = await inStore(store, 'readonly', (rows) => rows.getAllKeys());
  const values: unknown[] = await inStore(store, 'readonly', (rows) => rows.getAll());
  return keys.flatMap((key, index): [string, unknown][] =>
    typeof key === 'string' ? [[key, values[index]]] : [],
  );
}

export async function remove(store: Store, key: string): Promise<void> {
  await inStore(store, 'readwrite', (rows) => rows.delete(key));
}

export async function clear(store: Store): Promise<void> {
  await inStore(store, 'readwrite', (rows) => rows.clear());
}

// Now and then a browser's store does not answer at all, and nobody is to wait for it: neither a save nor a logout.
const openWithinMs = 5_000;

let opening: Promise<IDBDatabase> | null = null;

async function inStore<Result>(
  store: Store,
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = await begin(store, mode);
  const request = work(transaction.objectStore(store));
  return await new Promise((resolve, reject) => {
    // Complete means written, not only asked for.
    transaction.addEventListener('complete', () => resolve(request.result));
    for (const failure of ['error', 'abort'])
      transaction.addEventListener(failure, () => reject(transaction.error ?? new Error('not kept')));
  });
}

// The browser may have closed a connection before saying so: then a new one is tried, once.
async function begin(store: Store, mode: IDBTransactionMode): Promise<IDBTransaction> {
  const used = (opening ??= open());
  try {
    return (await used).transaction(store, mode);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    if (opening === used) opening = null;
    opening ??= open();
    return (await opening).transaction(store, mode);
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    let isLate = false;
    setTimeout(() => {
      isLate = true;
      reject(new Error('not opened in time'));
    }, openWithinMs);
    request.addEventListener('upgradeneeded', () => {
      for (const store of stores)
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
    });
    request.addEventListener('success', () => {
      const database = request.result;
      // Another tab brings a newer version of the app: let it upgrade, and open anew when needed.
      database.addEventListener('versionchange', () => {
        database.close();
        opening = null;
      });
      database.addEventListener('close', () => {
        opening = null;
      });
      // Who asks from now on.
      if (isLate) opening = Promise.resolve(database);
      resolve(database);
    });
    request.addEventListener('error', () => {
      opening = null;
      reject(request.error ?? new Error('not opened'));
    });
  });
}
