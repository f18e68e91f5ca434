import { ConfigError } from '#platform/config.ts';
import { openLog } from '#platform/log.ts';
import { mayMigrate, migrate } from '#platform/migrate.ts';
import { command, configuredPlace, using } from './stored-database.ts';

// npm run migrate   brings the schema up to date, for a server whose login may not
await command('npm run migrate', async () => {
  const ran = await using(configuredPlace(), async (database) => {
    if (await mayMigrate(database.db)) return await migrate(database, { log: openLog('warn') });
    throw new ConfigError(
      'The schema belongs to another login: name that one in DATABASE_URL, and in DIRECT_DATABASE_URL where that is set',
    );
  });
  console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The schema is up to date.');
});
