import pg from 'pg';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';

/** Hears of a studio's changed tables; `null` means that notices may have been missed: take everything for changed. */
export type ChangeListener = (tables: readonly string[] | null) => void;

/** Tells this process what any process has committed. */
export type Live = {
  subscribe(organizationId: string, listener: ChangeListener): () => void;
  close(): Promise<void>;
};

const channel = 'barre_changes';
// Statements of one save arrive together; screens reload once.
const gatherMs = 20;
// Short, because a failover takes seconds and screens wait for it.
const longestWaitMs = 1_000;
const checkEveryMs = 5_000;
const answerMs = 5_000;

/** Listens to the database's notices and hands each to the listeners of its studio. */
export async function openLive(database: Database, log: Log): Promise<Live> {
  const listeners = new Map<string, Set<ChangeListener>>();
  const waiting = new Map<string, Set<string>>();

  const tellAll = () => {
    for (const group of listeners.values()) for (const listener of group) listener(null);
  };
  const flush = (organizationId: string) => {
    const tables = [...(waiting.get(organizationId) ?? [])];
    waiting.delete(organizationId);
    for (const listener of listeners.get(organizationId) ?? []) listener(tables);
  };
  const hear = ({ payload = '' }: { payload?: string | undefined }) => {
    const [organizationId = '', table = ''] = payload.split(' ');
    if (!listeners.has(organizationId)) return;
    const gathered = waiting.get(organizationId);
    if (gathered) return void gathered.add(table);
    waiting.set(organizationId, new Set([table]));
    setTimeout(flush, gatherMs, organizationId).unref();
  };

  const close = await (database.engine === 'embedded'
    ? listenOnPool(database, hear)
    : listenOnOwnConnection(database, hear, tellAll, log));
  return {
    subscribe(organizationId, listener) {
      const group = listeners.get(organizationId) ?? new Set();
      listeners.set(organizationId, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(organizationId) === group) listeners.delete(organizationId);
      };
    },
    close,
  };
}

type Hear = (notice: { payload?: string | undefined }) => void;

// The embedded engine has one connection, so notices come to the pool's own; a new one must listen again.
async function listenOnPool(database: Database, hear: Hear): Promise<() => Promise<void>> {
  const listen = (client: pg.PoolClient) => {
    client.on('notification', hear);
    return client.query(`listen ${channel}`);
  };
  const first = await database.pool.connect();
  await listen(first);
  first.release();
  const again = (client: pg.PoolClient) => void listen(client).catch(() => {});
  database.pool.on('connect', again);
  return () => {
    database.pool.off('connect', again);
    first.off('notification', hear);
    return Promise.resolve();
  };
}

async function listenOnOwnConnection(
  database: Database,
  hear: Hear,
  missed: () => void,
  log: Log,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: database.directUrl,
      application_name: 'barre live',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    next.on('notification', hear);
    next.on('error', () => {});
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      void next.end().catch(() => {});
      throw error;
    }
    const check = setInterval(() => void endIfUseless(next), checkEveryMs).unref();
    next.once('end', () => {
      clearInterval(check);
      if (!isClosed) void reconnect(100);
    });
    client = next;
  };
  const reconnect = async (waitMs: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
    if (isClosed) return;
    try {
      await connect();
      missed();
    } catch (error) {
      log.warn({ err: error }, 'live updates wait for the database');
      void reconnect(Math.min(waitMs * 2, longestWaitMs));
    }
  };

  await connect();
  return async () => {
    isClosed = true;
    await client?.end().catch(() => {});
  };
}

/** A line may be dead without a word, and a server that is no longer the primary hears of nothing. */
async function endIfUseless(client: pg.Client): Promise<void> {
  const isUseful = await client.query<{ is_copy: boolean }>('select pg_is_in_recovery() as is_copy').then(
    ({ rows }) => rows[0]?.is_copy === false,
    () => false,
  );
  if (!isUseful) await client.end().catch(() => {});
}
