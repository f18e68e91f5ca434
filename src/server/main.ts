import { once } from 'node:events';
import { createServer } from 'node:net';
import { readConfig, ConfigError, type Config } from '#platform/config.ts';
import { outliveOutput } from '#platform/standard-output.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import { seedEmptyDatabase } from '#server/demo/demo-studio.ts';
import { readyWords } from '#server/ready-words.ts';

const shutdownDeadlineMs = 25_000;

outliveOutput();

async function main(): Promise<void> {
  const config = await settings();
  const app = await openApp(config);
  if (config.DEMO) await seedEmptyDatabase(app);
  const server = serve(app);
  server.on('error', (error) => fail(`Can not listen on ${config.HOST}:${config.PORT}: ${error.message}`));
  const words = await readyWords(app);
  server.listen(config.PORT, config.HOST, () => console.log(words));
  // The terminal and npm both pass a Ctrl-C on, and end-with-npm.mjs says it again and again.
  const stop = () => {
    if (app.isStopping) return;
    setTimeout(() => process.exit(1), shutdownDeadlineMs + config.DRAIN_SECONDS * 1000).unref();
    void closeApp(app, server).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function settings(): Promise<Config> {
  const config = readConfig(process.env);
  // Pages and letters name the port, so it is chosen before anything opens.
  return config.PORT === 0 ? readConfig({ ...process.env, PORT: String(await freePort()) }) : config;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

main().catch((error: unknown) => {
  fail(
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error),
  );
});
