// The thread that owns the embedded database: it would starve timers and sockets in the main one.
import { readFileSync, writeFileSync } from 'node:fs';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { createDatabase } from '#platform/embedded-creation.ts';
import type { WorkerAnswer, WorkerOptions, WorkerRequest } from '#platform/embedded-database.ts';
import { proveDurable, startEngine } from '#platform/embedded-engine.ts';
import { claimDirectory, DurableNodeFS, hasDatabase, reasonOf } from '#platform/embedded-files.ts';
import { findPanic, greeting, messageReader } from '#platform/embedded-protocol.ts';

const { dataDir, snapshot, syncCount }: WorkerOptions = workerData;
const answer = (message: WorkerAnswer) => parentPort?.postMessage(message);

// One session serves every port, so everything that reaches the engine stands in one line.
let line: Promise<unknown> = Promise.resolve();

try {
  const lock = dataDir === undefined ? undefined : claimDirectory(dataDir);
  const db = await openEngine();
  const hello = greeting(await serverVersion(db));
  parentPort?.on('message', (request: WorkerRequest) => {
    if ('port' in request) servePort(db, hello, request.port);
    else if ('saveTo' in request) inLine(() => saveSnapshot(db, request.saveTo));
    else
      inLine(async () => {
        await db.close();
        lock?.close();
        process.exit(0);
      });
  });
  answer({ ready: true });
} catch (error) {
  stop(error);
}

async function openEngine(): Promise<PGlite> {
  if (dataDir === undefined)
    return await startEngine({
      snapshot: snapshot === undefined ? undefined : new Blob([readFileSync(snapshot)]),
    });
  if (!hasDatabase(dataDir)) createDatabase(dataDir);
  const engine = await startEngine({ files: new DurableNodeFS(dataDir, () => Atomics.add(syncCount, 0, 1)) });
  await proveDurable(engine, () => Atomics.load(syncCount, 0));
  return engine;
}

async function serverVersion(db: PGlite) {
  const { rows } = await db.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}

function servePort(db: PGlite, hello: Uint8Array, port: MessagePort) {
  const read = messageReader();
  port.on('message', (bytes: Uint8Array) => {
    const { isStartup, complete, isTerminated } = read(bytes);
    if (isStartup)
      inLine(async () => {
        await resetSession(db);
        port.postMessage(hello);
      });
    for (const asked of complete)
      inLine(async () => {
        const reply = (await db.execProtocolRaw(asked)).slice();
        const panic = findPanic(reply);
        if (panic !== null) throw new Error(panic);
        if (reply.length > 0) port.postMessage(reply, [reply.buffer]);
      });
    if (isTerminated)
      inLine(async () => {
        port.postMessage(null);
        port.close();
      });
  });
}

/** The engine has one session for all; a new connection must find nothing of what a broken one left. */
async function resetSession(db: PGlite) {
  await db.exec('rollback');
  await db.exec('discard all');
}

async function saveSnapshot(db: PGlite, file: string) {
  const dump = await db.dumpDataDir('none');
  writeFileSync(file, new Uint8Array(await dump.arrayBuffer()));
  answer({ saved: file });
}

function inLine(work: () => Promise<void>) {
  line = line.then(work).catch(stop);
}

function stop(error: unknown) {
  answer({ failed: reasonOf(error) });
  process.exit(1);
}
