import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type pg from 'pg';
import { PortStream } from '#platform/embedded-stream.ts';
import { outliving } from '#platform/postgres-pool.ts';

export type WorkerOptions = {
  dataDir: string | undefined;
  snapshot: string | undefined;
  syncCount: Int32Array<SharedArrayBuffer>;
};
export type WorkerRequest = { port: MessagePort } | { saveTo: string } | { close: true };
export type WorkerAnswer = { ready: true } | { saved: string } | { failed: string };

export type EmbeddedOptions = {
  /** Where the data lives; without it everything is in memory. */
  dataDir?: string | undefined;
  /** A file written by `saveSnapshot`; the database in memory starts from it. */
  snapshot?: string | undefined;
  /** Called when the engine stops by itself: nothing works any more, the process should end. */
  onFatal?: ((error: Error) => void) | undefined;
};

export type EmbeddedDatabase = {
  pool: pg.Pool;
  /** How many times data was forced to the disk since the start. */
  syncCount(): number;
  saveSnapshot(file: string): Promise<void>;
  close(): Promise<void>;
};

const ANALYZE_MS = 60_000;
const CHECKPOINT_MS = 5 * 60_000;
const VACUUM_MS = 6 * 3_600_000;
// A laptop is rarely on for so long; later than the start, which people wait for.
const FIRST_VACUUM_MS = 5 * 60_000;

/** PostgreSQL inside this process, in a thread of its own, behind an ordinary pool of one connection. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const syncCount = new Int32Array(new SharedArrayBuffer(4));
  const { dataDir, snapshot, onFatal = endProcess } = options;
  const workerData: WorkerOptions = { dataDir, snapshot, syncCount };
  // By its name, which holds for the server in one file too.
  const program = new URL(import.meta.resolve('#platform/embedded-worker.ts'));
  const worker = new Worker(program, { workerData, execArgv: [] });
  await answered(worker);
  const stopWatching = watch(worker, onFatal);
  const pool = poolOver(worker);
  const stopCare = dataDir === undefined ? () => {} : takeCare(pool);
  return {
    pool,
    syncCount: () => Atomics.load(syncCount, 0),
    async saveSnapshot(saveTo) {
      const saved = answered(worker);
      send(worker, { saveTo });
      await saved;
    },
    async close() {
      stopCare();
      await pool.end();
      stopWatching();
      const gone = new Promise((resolve) => worker.once('exit', resolve));
      send(worker, { close: true });
      await gone;
    },
  };
}

function poolOver(worker: Worker) {
  return outliving({
    user: 'postgres',
    database: 'postgres',
    host: 'embedded',
    ssl: false,
    pipeline: true,
    // The engine has one session. Waiting for it without end would hide a second handle inside a transaction.
    max: 1,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 0,
    stream: () => {
      const { port1, port2 } = new MessageChannel();
      send(worker, { port: port2 }, [port2]);
      return new PortStream(port1);
    },
  });
}

/** The engine has no background processes of its own: without these its log and dead rows grow without end. */
export function takeCare(pool: Pick<pg.Pool, 'query'>): () => void {
  const run = (command: string) => () => void pool.query(command).catch(reportCare);
  const tidy = run('vacuum (analyze)');
  const timers = [
    setInterval(() => void analyzeGrown(pool).catch(reportCare), ANALYZE_MS),
    setInterval(run('checkpoint'), CHECKPOINT_MS),
    setTimeout(tidy, FIRST_VACUUM_MS),
    setInterval(tidy, VACUUM_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearTimeout(timer));
}

/**
 * Counts anew the tables of which more than fifty rows and a tenth were changed, as PostgreSQL does by itself: until
 * then a statement is answered the way that was best when they were empty.
 */
export async function analyzeGrown(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
      where n_mod_since_analyze > 50 + n_live_tup / 10`,
  );
  if (rows.length > 0) await pool.query(`analyze ${rows.map(({ name }) => name).join(', ')}`);
}

function reportCare(error: unknown) {
  // A transaction was longer than this waits for the one session: the next time comes.
  if (error instanceof Error && error.message === 'timeout exceeded when trying to connect') return;
  console.error('The embedded database could not be tidied; it will be tried again', error);
}

function watch(worker: Worker, onFatal: (error: Error) => void) {
  let reason = '';
  const note = (message: WorkerAnswer) => {
    if ('failed' in message) reason = `: ${message.failed}`;
  };
  const noteError = (error: unknown) => {
    reason ||= `: ${error instanceof Error ? error.message : String(error)}`;
  };
  const stopped = () =>
    onFatal(new Error(`The embedded database stopped${reason}. Saved data is safe; start Barre again.`));
  worker.on('message', note).on('error', noteError).on('exit', stopped);
  return () => worker.off('exit', stopped);
}

function endProcess(error: Error) {
  console.error(error.message);
  process.exit(1);
}

function answered(worker: Worker) {
  return new Promise<void>((resolve, reject) => {
    const settle = (message: WorkerAnswer) => {
      worker.off('error', reject);
      if ('failed' in message) reject(new Error(message.failed));
      else resolve();
    };
    worker.once('message', settle);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The embedded database stopped')));
  });
}

function send(worker: Worker, request: WorkerRequest, transfer: MessagePort[] = []) {
  worker.postMessage(request, transfer);
}
