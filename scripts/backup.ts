import { command, configuredPlace, saveBackup } from './stored-database.ts';

// npm run backup                    into backups/, named after the moment
// npm run backup -- monday.backup   into this file
await command(async () => {
  await saveBackup(configuredPlace(), process.argv[2]);
});
