import { chmodSync, existsSync, fsyncSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Its presence says that there is a database. */
export const VERSION_FILE = 'PG_VERSION';
const ENGINE_MAJOR = '18';
// As the engine numbers errors, whatever the system does.
const ENOSPC = 51;

/** PGlite's Node files with an fsync that reaches the disk; its own has none, so a power cut would lose commits. */
export class DurableNodeFS extends NodeFS {
  readonly #onSync: () => void;

  constructor(dataDir: string, onSync: () => void) {
    super(dataDir);
    this.#onSync = onSync;
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const hook = (module: { NODEFS?: unknown }) => installSync(module.NODEFS, this.#onSync);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [hook, ...(emscriptenOpts.preRun ?? [])] } };
  }
}

/** Makes the directory private and holds it for this process; the kernel frees it however the process ends. */
export function claimDirectory(dataDir: string): DatabaseSync {
  // PGlite creates its files readable by everyone, so the directory has to keep others out.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const lock = new DatabaseSync(`${dataDir}.lock`);
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch {
    lock.close();
    throw new Error(`${dataDir} is in use by another process`);
  }
  refuseOtherVersion(dataDir);
  return lock;
}

/** Whether there is a database in the folder. It may be another version's, which `claimDirectory` refuses. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, VERSION_FILE));
}

/** Why files could not be used: what the engine's own file system throws is no Error and has a number alone. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const number = property(error, 'errno');
  if (number === ENOSPC) return 'No space left on device';
  return typeof number === 'number' ? `the file system refused it (error ${number})` : String(error);
}

function refuseOtherVersion(dataDir: string) {
  if (!hasDatabase(dataDir)) return;
  const version = readFileSync(join(dataDir, VERSION_FILE), 'utf8').trim();
  if (version !== ENGINE_MAJOR)
    throw new Error(
      `${dataDir} was written by PostgreSQL ${version}; this version of Barre reads ${ENGINE_MAJOR}`,
    );
}

function installSync(nodefs: unknown, onSync: () => void) {
  const operations = property(nodefs, 'stream_ops');
  if (typeof operations !== 'object' || operations === null)
    throw new Error('The embedded database offers no place to make writes durable');
  Object.assign(operations, {
    fsync(stream: { nfd: number }) {
      fsyncSync(stream.nfd);
      onSync();
      return 0;
    },
  });
}

function property(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
}
