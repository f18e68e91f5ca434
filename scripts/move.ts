import { parseArgs } from 'node:util';
import { BackupError } from '#platform/backup-file.ts';
import { restore } from '#platform/restore.ts';
import { command, configuredPlace, embeddedPlace, saveBackup, using, warnOfDemo } from './stored-database.ts';

// DATABASE_URL=postgres://… npm run move   takes everything from the embedded database to that server
await command('DATABASE_URL=postgres://… npm run move [-- --replace]', async () => {
  const { values } = parseArgs({ options: { replace: { type: 'boolean', default: false } } });
  const target = configuredPlace();
  if (!('url' in target)) throw new BackupError('Say where to: DATABASE_URL=postgres://… npm run move');
  const file = await saveBackup(embeddedPlace());
  await using(target, async (database) => {
    const { rows } = await restore(database, file, values);
    console.log(
      `Moved ${rows} rows to the server. The embedded database is as it was, and the backup stays.`,
    );
    console.log('Start Barre with the AUTH_SECRET it had (DATA_DIR/secret), and everybody stays signed in.');
    await warnOfDemo(database);
  });
});
