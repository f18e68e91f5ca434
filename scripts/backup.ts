import { parseArgs } from 'node:util';
import { command, configuredPlace, saveBackup } from './stored-database.ts';

// npm run backup                    into backups/, named after the moment
// npm run backup -- monday.backup   into this file
await command('npm run backup -- [file]', async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  await saveBackup(configuredPlace(), positionals[0]);
});
