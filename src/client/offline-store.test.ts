import { beforeEach, expect, it, vi } from 'vitest';

/** A connection to a database of one store, as a browser gives it: it may end it at any time. */
class Connection extends EventTarget {
  isClosed = false;
  transaction() {
    if (this.isClosed) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    const transaction = new EventTarget();
    setTimeout(() => transaction.dispatchEvent(new Event('complete')));
    const put = (value: unknown, key: string) => ({ result: kept.set(key, value) });
    return Object.assign(transaction, { error: null, objectStore: () => ({ put }) });
  }
  close() {
    this.isClosed = true;
  }
}
const kept = new Map<string, unknown>();
let connections: Connection[];
let isBroken: boolean;

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  connections = [];
  isBroken = false;
  vi.stubGlobal('indexedDB', { open });
});

const load = () => import('#client/offline-store.ts');

it('keeps what comes after the browser has closed the connection', async () => {
  const { keep } = await load();
  await keep('outbox', 'first', 1);
  connections[0]?.close();
  connections[0]?.dispatchEvent(new Event('close'));
  await keep('outbox', 'second', 2);
  expect([...kept.keys()]).toEqual(['first', 'second']);
  expect(connections).toHaveLength(2);
});

it('keeps what comes after the connection was closed without a word', async () => {
  const { keep } = await load();
  await keep('outbox', 'first', 1);
  connections[0]?.close();
  await Promise.all([keep('outbox', 'second', 2), keep('outbox', 'third', 3)]);
  expect([...kept.keys()]).toEqual(['first', 'second', 'third']);
  expect(connections).toHaveLength(2);
});

it('says so when a new connection is no better', async () => {
  const { keep } = await load();
  isBroken = true;
  await expect(keep('outbox', 'first', 1)).rejects.toThrow('The database connection is closing.');
  expect(connections).toHaveLength(2);
  isBroken = false;
  await keep('outbox', 'second', 2);
  expect([...kept.keys()]).toEqual(['second']);
});

it('lets nobody wait for a store that does not answer, and uses it once it does', async () => {
  vi.useFakeTimers();
  const request = Object.assign(new EventTarget(), { result: new Connection() });
  vi.stubGlobal('indexedDB', { open: () => request });
  const { keep } = await load();
  const first = expect(keep('outbox', 'first', 1)).rejects.toThrow('not opened in time');
  await vi.advanceTimersByTimeAsync(5_000);
  await first;
  request.dispatchEvent(new Event('success'));
  const second = keep('outbox', 'second', 2);
  await vi.advanceTimersByTimeAsync(0);
  await second;
  expect([...kept.keys()]).toEqual(['second']);
  vi.useRealTimers();
});

function open() {
  const connection = new Connection();
  connection.isClosed = isBroken;
  connections.push(connection);
  const request = Object.assign(new EventTarget(), { result: connection });
  setTimeout(() => request.dispatchEvent(new Event('success')));
  return request;
}
