import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import type { DurableNodeFS } from '#platform/embedded-files.ts';

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
