import { availableParallelism } from 'node:os';
import {
  addresses,
  anAddress,
  aSender,
  bool,
  oneOf,
  optional,
  originOf,
  port,
  secret,
  type Setting,
  tenant,
  text,
  url,
  whole,
  withLogin,
} from '#platform/setting.ts';

/**
 * So many connections to PostgreSQL where nothing else is set. More of them make nothing faster where the database shares
 * this machine's cores: its processes then get in the way of the one that answers (docs/scaling.md).
 */
export const POOL_SIZE = Math.max(4, 2 * availableParallelism());

const sampleContact = 'hello@barre.example';

/** Whom people who use Barre write to for help; null where an installation in production has not said. */
export function supportAddress({
  MODE,
  CONTACT_EMAIL,
}: Pick<Config, 'MODE' | 'CONTACT_EMAIL'>): string | null {
  return MODE === 'production' && CONTACT_EMAIL === sampleContact ? null : CONTACT_EMAIL;
}

const webSchemes = ['https', 'http'];
const databaseSchemes = ['postgres', 'postgresql'];

const settings = {
  PORT: port(3000, 'Port to listen on; `0` for any that is free'),
  HOST: text('127.0.0.1', 'Address to listen on; `0.0.0.0` for every network of the machine'),
  BASE_URL: url(
    webSchemes,
    'The address people type, for links in emails and the origin check',
    '`http://localhost:PORT`',
    originOf,
  ),
  MODE: oneOf(
    ['development', 'production'],
    null,
    'Development adds a mailbox page and the debug pages',
    '`production` with `DATABASE_URL`, else `development`',
  ),
  DATA_DIR: text('.data', 'Folder of the embedded database'),
  DATABASE_URL: url(databaseSchemes, 'PostgreSQL 15 or newer instead of the embedded database', 'none'),
  DATABASE_POOL_SIZE: whole(
    POOL_SIZE,
    1,
    500,
    'Connections each process opens to PostgreSQL; more where it is far away',
    'two for each core, at least `4`',
  ),
  DATABASE_POOLER: oneOf(
    ['transaction'],
    null,
    '`transaction` when `DATABASE_URL` is a PgBouncer that hands out connections by the transaction',
    'none',
  ),
  DIRECT_DATABASE_URL: url(
    databaseSchemes,
    'The same database past the pooler, for migrations and live updates; required with `DATABASE_POOLER`',
    '`DATABASE_URL`',
  ),
  REPLICA_DATABASE_URL: url(
    databaseSchemes,
    'A copy that reports are read from while it is up to date, else from `DATABASE_URL`',
    'none',
  ),
  AUTH_SECRET: secret(
    'Signs session cookies, at least 32 characters; required in production with `DATABASE_URL`',
    'made once and kept in `DATA_DIR`',
  ),
  AUTH_SECRET_ACCEPTED: secret(
    'Another secret that is believed but never used, while `AUTH_SECRET` is [changed](docs/security.md#keys)',
    'none',
  ),
  TRUSTED_PROXIES: addresses(
    'Addresses of proxies whose `X-Forwarded-For` is believed, separated by commas',
    'none',
  ),
  SMTP_URL: url(
    ['smtp', 'smtps'],
    'Mail server, as `smtps://user:password@host`',
    'mail is printed, and in development shown at `/mailbox`',
  ),
  MAIL_FROM: optional('Sender of emails', '`Barre <no-reply@…>` at the host of `BASE_URL`', aSender),
  SMS_URL: url(
    webSchemes,
    'Where text messages are posted, as Twilio has it: `https://account:token@host/…/Messages.json`; limit countries and spending there',
    'no codes by phone; in development they are printed and shown at `/mailbox`',
    withLogin,
  ),
  SMS_FROM: text('Barre', 'Sender of text messages: a number or a name'),
  BREACHED_PASSWORDS_URL: url(
    webSchemes,
    'Where new passwords are looked up among stolen ones, by five digits of a hash alone, such as `https://api.pwnedpasswords.com/range`',
    'they are not',
  ),
  GITHUB_CLIENT_ID: optional('Lets people sign in with GitHub, together with its secret'),
  GITHUB_CLIENT_SECRET: optional('Secret of the GitHub OAuth app'),
  GOOGLE_CLIENT_ID: optional('Lets people sign in with Google, together with its secret'),
  GOOGLE_CLIENT_SECRET: optional('Secret of the Google OAuth client'),
  MICROSOFT_CLIENT_ID: optional('Lets people sign in with Microsoft, together with its secret'),
  MICROSOFT_CLIENT_SECRET: optional('Secret of the Microsoft Entra app'),
  MICROSOFT_TENANT: tenant(
    'common',
    'Whose Microsoft accounts may sign in: a tenant id, or `common` for all',
  ),
  MICROSOFT_AUTHORITY: url(
    webSchemes,
    'Sign-in host of a national Microsoft cloud',
    '`https://login.microsoftonline.com`',
  ),
  CONTACT_EMAIL: text(
    sampleContact,
    'Email address on the landing page and of Contact support; demo requests go there',
    anAddress,
  ),
  CONTACT_WHATSAPP: text('+1 555 010 0199', 'WhatsApp number on the landing page'),
  COPYRIGHT_YEAR: whole(2024, 2000, 2200, 'Year in the footer of the landing page'),
  REQUESTS_PER_MINUTE: whole(
    3_000,
    0,
    1_000_000,
    'Requests one login may make of each process in a minute; what saves counts for 10, an import or an archive for 250; `0` for no limit',
  ),
  DRAIN_SECONDS: whole(
    0,
    0,
    60,
    'How long a process told to end goes on answering while `/readyz` says no, for a balancer to see it',
  ),
  DEMO: bool(
    null,
    'Seed the demo studio into an empty database',
    '`true` on the embedded database, else `false`',
  ),
  METRICS_TOKEN: secret(
    'Bearer token that `/metrics` asks for, at least 32 characters',
    'none; `/metrics` answers this machine alone',
  ),
  LOG_LEVEL: oneOf(
    ['debug', 'info', 'warn', 'error', 'silent'],
    null,
    'How much is logged',
    '`info` in production, else `warn`',
  ),
} satisfies Record<string, Setting<unknown>>;

type Settings = { [K in keyof typeof settings]: (typeof settings)[K]['fallback'] };

/** The configuration everything runs on, complete: no absent values but those that mean "not used". */
export type Config = Omit<Settings, 'BASE_URL' | 'MAIL_FROM' | 'MODE' | 'DEMO' | 'LOG_LEVEL'> & {
  BASE_URL: string;
  MAIL_FROM: string;
  MODE: 'development' | 'production';
  DEMO: boolean;
  LOG_LEVEL: 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

const providerPairs = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
] as const;

/** A setting that can not be used. Its message is one line, made for the terminal. */
export class ConfigError extends Error {}

/**
 * Reads the settings from an environment.
 * @throws ConfigError naming the first wrong value
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, readSetting(name, setting, environment[name])]),
  ) as Settings;
  const mode = values.MODE ?? (values.DATABASE_URL ? 'production' : 'development');
  if (mode === 'production' && values.DATABASE_URL && !values.AUTH_SECRET) {
    throw new ConfigError('AUTH_SECRET is required in production: set it to at least 32 random characters');
  }
  if (values.DATABASE_POOLER && !values.DIRECT_DATABASE_URL) {
    throw new ConfigError('DIRECT_DATABASE_URL is required with DATABASE_POOLER');
  }
  for (const name of ['DIRECT_DATABASE_URL', 'REPLICA_DATABASE_URL'] as const) {
    if (values[name] && !values.DATABASE_URL) throw new ConfigError(`DATABASE_URL is required with ${name}`);
  }
  for (const [id, secret] of providerPairs) {
    if (values[id] && !values[secret]) throw new ConfigError(`${secret} is required with ${id}`);
    if (values[secret] && !values[id]) throw new ConfigError(`${id} is required with ${secret}`);
  }
  const baseUrl = values.BASE_URL ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    MODE: mode,
    BASE_URL: baseUrl,
    MAIL_FROM: values.MAIL_FROM ?? `Barre <no-reply@${new URL(baseUrl).hostname}>`,
    DEMO: values.DEMO ?? !values.DATABASE_URL,
    LOG_LEVEL: values.LOG_LEVEL ?? (mode === 'production' ? 'info' : 'warn'),
  };
}

/** The README's table of settings, in Markdown. */
export function describeSettings(): string {
  const rows = Object.entries(settings).map(
    ([name, setting]) =>
      `| \`${name}\` | ${setting.shown ?? `\`${String(setting.fallback)}\``} | ${setting.about} |`,
  );
  return ['| Setting | Default | What it does |', '|---|---|---|', ...rows].join('\n');
}

function readSetting(name: string, setting: Setting<unknown>, given: string | undefined): unknown {
  const value = given?.trim();
  if (!value) return setting.fallback;
  try {
    return setting.read(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'is not usable';
    throw new ConfigError(
      setting.isPrivate ? `${name} ${reason}` : `${name} is ${JSON.stringify(value)}, but ${reason}`,
    );
  }
}
