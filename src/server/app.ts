import '#server/no-redirects.ts';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { openAccounts, type Accounts } from '#features/auth/accounts.ts';
import { openLogins } from '#features/auth/logins.ts';
import { signInLimits } from '#features/auth/sign-in-limits.ts';
import { openTwoStepKeys } from '#features/auth/two-step-keys.ts';
import { openTwoStep } from '#features/auth/two-step.ts';
import type { Logins, TwoStep } from '#platform/procedure.ts';
import { openCallerLookup } from '#platform/caller.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database.ts';
import { openLive, type Live } from '#platform/live.ts';
import { openLog, type Log } from '#platform/log.ts';
import { openMail, openSender, type Mail, type Sender } from '#platform/mail.ts';
import { openMetrics, type Metrics } from '#platform/metrics.ts';
import { prepareSchema } from '#platform/migrate.ts';
import { openRequestLimit, type RequestLimit } from '#platform/request-limit.ts';
import { secretsOf } from '#platform/secret.ts';
import type { Secrets } from '#platform/signature.ts';
import { openSms, type Sms } from '#platform/sms.ts';
import { openConfiguredDatabase } from '#server/configured-database.ts';
import { answerRequest } from '#server/http.ts';

// Together less than the process is given to end, in main.ts.
const answeringDeadlineMs = 15_000;
const sendingDeadlineMs = 8_000;

/** Everything a process holds while it runs. */
export type App = {
  config: Config;
  clock: Clock;
  log: Log;
  mail: Mail;
  sms: Sms;
  sender: Sender;
  metrics: Metrics;
  database: Database;
  accounts: Accounts;
  logins: Logins;
  twoStep: TwoStep;
  live: Live;
  /** Answers that stay open: they end before the server can. */
  streams: Set<ServerResponse>;
  secrets: Secrets;
  findCaller: ReturnType<typeof openCallerLookup>;
  requestLimit: RequestLimit;
  /** Set when the process is about to end: the readiness probe then says no. */
  isStopping: boolean;
  /** Set when balancers have had their time to see that: no connection stays open from then on. */
  isClosing: boolean;
};

type Replacements = { clock?: Clock; mail?: Mail; sms?: Sms; database?: Database };

/** Opens the database, brings its schema up to date where it may and makes the app ready to answer. */
export async function openApp(config: Config, replacements: Replacements = {}): Promise<App> {
  const database = replacements.database ?? (await openConfiguredDatabase(config));
  try {
    return await appOver(database, config, replacements);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function appOver(database: Database, config: Config, replacements: Replacements): Promise<App> {
  const log = openLog(config.LOG_LEVEL);
  await prepareSchema(database, { log });
  const secrets = await secretsOf(config);
  const mail = replacements.mail ?? openMail(config);
  const sms = replacements.sms ?? openSms(config);
  const sender = openSender(log);
  const limits = signInLimits({ database, secrets, log });
  const accounts = openAccounts({ database, config, secrets, limits, mail, sms, sender, log });
  await openTwoStepKeys({ database, secrets, log }).encryptAnew();
  return {
    config,
    clock: replacements.clock ?? systemClock,
    log,
    mail,
    sms,
    sender,
    metrics: openMetrics(database),
    database,
    accounts,
    logins: openLogins(accounts, limits, config.BASE_URL),
    twoStep: openTwoStep({ database, secrets, config, mail, sender, log }),
    live: await openLive(database, log),
    streams: new Set(),
    secrets,
    findCaller: openCallerLookup(database, { baseUrl: config.BASE_URL, secrets }),
    requestLimit: openRequestLimit(config.REQUESTS_PER_MINUTE),
    isStopping: false,
    isClosing: false,
  };
}

/** The HTTP server of an app; `listen` is left to the caller. */
export function serve(app: App): Server {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 });
  server.on('request', (request, response) => void answerRequest(app, request, response));
  return server;
}

/**
 * Says that it is not ready, goes on answering until balancers have seen that, lets requests under way finish
 * and letters leave, then closes the database.
 */
export async function closeApp(app: App, server: Server): Promise<void> {
  app.isStopping = true;
  await new Promise((resolve) => setTimeout(resolve, app.config.DRAIN_SECONDS * 1000));
  app.isClosing = true;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const stream of app.streams) stream.end();
  server.closeIdleConnections();
  // Node looks no longer at how long a request takes by now: one that never ends would keep letters from leaving.
  const tooLong = setTimeout(() => server.closeAllConnections(), answeringDeadlineMs);
  await closed;
  clearTimeout(tooLong);
  await app.sender.finish(sendingDeadlineMs);
  await app.live.close();
  await app.database.close();
}
