import { readConfig, ConfigError, type Config } from '#platform/config.ts';
import { closeApp, openApp, serve } from '#server/app.ts';
import { demoEmail, demoPassword, hasDemoStudio } from '#server/demo/logins.ts';
import { seedEmptyDatabase } from '#server/demo/demo-studio.ts';

const shutdownDeadlineMs = 25_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const app = await openApp(config);
  if (config.DEMO) await seedEmptyDatabase(app);
  const server = serve(app);
  server.on('error', (error) => fail(`Can not listen on ${config.HOST}:${config.PORT}: ${error.message}`));
  const isDemo = await hasDemoStudio(app);
  server.listen(config.PORT, config.HOST, () => announce(config, isDemo));
  // The terminal and npm both pass a Ctrl-C on, and end-with-npm.mjs says it again and again.
  const stop = () => {
    if (app.isStopping) return;
    setTimeout(() => process.exit(1), shutdownDeadlineMs + config.DRAIN_SECONDS * 1000).unref();
    void closeApp(app, server).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function announce(config: Config, isDemo: boolean): void {
  const signIn = isDemo ? `\n  Demo studio: sign in as ${demoEmail} with the password ${demoPassword}` : '';
  console.log(`\n  Barre is ready at ${config.BASE_URL}${signIn}\n`);
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
