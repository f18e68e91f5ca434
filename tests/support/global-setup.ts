import { startPostgres } from './postgres-server.ts';
import { createTemplate, dropTemplate, SERVER_URL_VARIABLE, TEMPLATE_URL_VARIABLE } from './test-database.ts';

/** Starts one PostgreSQL server for the whole run when asked for; the embedded engine needs no preparation. */
export default async function prepareServer() {
  const { TEST_ENGINE, TEST_POSTGRES } = process.env;
  if (TEST_ENGINE !== 'postgres' && TEST_POSTGRES !== '1') return undefined;
  const server = await startPostgres();
  if (!server && TEST_ENGINE === 'postgres')
    throw new Error('TEST_ENGINE=postgres needs a PostgreSQL server');
  if (!server) return undefined;
  const template = await createTemplate(server.url).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  process.env[TEMPLATE_URL_VARIABLE] = template.owner;
  process.env[SERVER_URL_VARIABLE] = template.server;
  return async () => {
    await dropTemplate(template.owner).finally(server.stop);
  };
}
