import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import type { DurableNodeFS } from '#platform/embedded-files.ts';

// Machine code that a better compiled one has replaced stays in memory, a few megabytes: while V8 frees it, it sometimes
// ends the whole process with "Check failed: jit_page.has_value()" (nodejs/node issue 64500).
setFlagsFromString('--no-wasm-code-gc');
// V8 compiles well what runs often, in threads of its own. One function of the engine takes it 600 MB and seconds of a
// processor at every start: the engine stays in the code it was compiled to first (docs/decisions/001).
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);

type EngineOptions = { files?: DurableNodeFS | undefined; snapshot?: Blob | undefined };

/** The engine on durable files, or in memory without any. */
export function startEngine({ files, snapshot }: EngineOptions): Promise<PGlite> {
  const sizes = ['shared_buffers=32MB', 'max_wal_size=64MB', 'min_wal_size=32MB'];
  const durable = files ? ['fsync=on', 'wal_sync_method=fsync'] : [];
  return PGlite.create({
    ...(files ? { fs: files } : {}),
    ...(snapshot ? { loadDataDir: snapshot } : {}),
    startParams: [
      // -F would switch fsync off.
      ...PGlite.defaultStartParams.filter((param) => !files || param !== '-F'),
      ...[...durable, ...sizes].flatMap((setting) => ['-c', setting]),
    ],
    extensions: { btree_gist, unaccent },
  });
}

/** The fsync hook rests on a detail of the engine's build: a commit that reaches no disk must not go unnoticed. */
export async function proveDurable(engine: PGlite, syncCount: () => number) {
  const before = syncCount();
  await engine.query(`select pg_logical_emit_message(true, 'barre', 'fsync check')`);
  if (syncCount() === before)
    throw new Error('The embedded database does not write its commits to the disk; refusing to start');
}
