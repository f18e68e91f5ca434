import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaryFolders, unprivilegedAccount } from '#tests/support/postgres-server.ts';
import type { PostgresLab } from './postgres-lab.ts';

/** Base backups and the archived log, as docs/scaling.md tells operators to keep them. */
export type Backups = {
  /** What the server runs with. */
  settings: string[];
  /** The folder of the log. */
  archive: string;
  /** Makes a new base backup in place of the one before. */
  makeBase(postgres: PostgresLab): Promise<void>;
  /** Lays the base backup where the server's folder was; its next start brings back all until `moment`. */
  restore(postgres: PostgresLab, moment: string): Promise<void>;
  remove(): void;
};

/** Null where PostgreSQL came without its tools. */
export function openBackups(): Backups | null {
  const [bin] = binaryFolders();
  if (!bin || !existsSync(join(bin, 'pg_basebackup'))) return null;
  const folder = mkdtempSync(join(tmpdir(), 'barre-backups-'));
  const archive = join(folder, 'archive');
  const base = join(folder, 'base');
  mkdirSync(archive);
  const account = unprivilegedAccount();
  if (account) for (const each of [folder, archive]) chownSync(each, account.uid, account.gid);
  const file = `${archive}/%f`;
  return {
    settings: [
      'archive_mode=on',
      // What is there and the same is done: the server may have died before it noted that.
      `archive_command=if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.part && sync ${file}.part && mv ${file}.part ${file}; fi`,
      'archive_timeout=1',
    ],
    archive,
    async makeBase(postgres) {
      rmSync(base, { recursive: true, force: true });
      const server = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'postgres'];
      await postgres.run('pg_basebackup', [...server, '-D', base, '--checkpoint=fast']);
      await postgres.run('pg_verifybackup', [base]);
    },
    async restore(postgres, moment) {
      await postgres.run('cp', ['-a', base, postgres.dataDir]);
      const settings = [
        `restore_command = 'cp ${file} %p'`,
        `recovery_target_time = '${moment}'`,
        `recovery_target_action = 'promote'`,
      ];
      appendFileSync(join(postgres.dataDir, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
      writeFileSync(join(postgres.dataDir, 'recovery.signal'), '');
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
