import { parseArgs } from 'node:util';
import { BackupError } from '#platform/backup-file.ts';
import { restore } from '#platform/restore.ts';
import { command, configuredPlace, using, warnOfDemo } from './stored-database.ts';

// npm run restore -- monday.backup             into an empty database
// npm run restore -- monday.backup --replace   everything that is there gives way
await command('npm run restore -- <file> [--replace]', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (file === undefined) throw new BackupError('Name the backup: npm run restore -- <file>');
  await using(configuredPlace(), async (database) => {
    const { rows } = await restore(database, file, values);
    console.log(`Restored ${rows} rows from ${file}.`);
    await warnOfDemo(database);
  });
});
