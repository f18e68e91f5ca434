import { expect, it } from 'vitest';
import { ConfigError, readConfig, supportAddress } from '#platform/config.ts';

const database = { DATABASE_URL: 'postgres://db/barre', AUTH_SECRET: 'x'.repeat(32) };

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('these settings were taken');
}

it('says what is wrong with a setting', () => {
  expect(refusal({ PORT: 'many' })).toBe('PORT is "many", but must be a whole number from 0 to 65535');
  expect(refusal({ TRUSTED_PROXIES: '10.0.0.2, db' })).toBe(
    'TRUSTED_PROXIES is "10.0.0.2, db", but "db" is not an IP address',
  );
});

it('takes a Microsoft tenant by its id, not by its domain name', () => {
  expect(refusal({ MICROSOFT_TENANT: 'school.onmicrosoft.com' })).toBe(
    'MICROSOFT_TENANT is "school.onmicrosoft.com", but must be a tenant id, common, organizations or consumers',
  );
  const id = 'a80d0c3a-30a5-4b5e-b7e9-0e3b8c1f7d11';
  expect(readConfig({ MICROSOFT_TENANT: id.toUpperCase() })).toMatchObject({ MICROSOFT_TENANT: id });
});

it.each(['AUTH_SECRET', 'AUTH_SECRET_ACCEPTED', 'METRICS_TOKEN'])('never repeats %s', (name) => {
  expect(refusal({ [name]: 'hush' })).toBe(`${name} must have at least 32 characters`);
});

it.each([
  ['DATABASE_URL', 'localhost:5432/barre', 'postgres:// or postgresql://'],
  ['DIRECT_DATABASE_URL', 'barre:hush@db', 'postgres:// or postgresql://'],
  ['REPLICA_DATABASE_URL', 'mysql://barre:hush@db', 'postgres:// or postgresql://'],
  ['SMTP_URL', 'smtp.example.com:587', 'smtp:// or smtps://'],
  ['SMTP_URL', 'smtps://barre:hush#@', 'smtp:// or smtps://'],
  ['SMS_URL', 'account:hush@messages.example', 'https:// or http://'],
  ['BASE_URL', 'localhost:8080', 'https:// or http://'],
  ['MICROSOFT_AUTHORITY', 'login.example', 'https:// or http://'],
])('refuses as %s what is no address of its kind, without repeating it', (name, value, schemes) => {
  expect(refusal({ [name]: value })).toBe(`${name} must be a URL that begins with ${schemes}`);
});

it.each([
  ['DATABASE_URL', 'postgres:///barre?host=/run/postgresql'],
  ['DATABASE_URL', 'postgresql://barre:hush@db:5432/barre?sslmode=verify-full'],
  ['SMTP_URL', 'smtps://barre:hush@mail.example'],
])('takes as %s %s', (name, value) => {
  expect(readConfig({ ...database, [name]: value })).toMatchObject({ [name]: value });
});

it.each([
  ['HTTPS://Studio.Example', 'https://studio.example'],
  ['https://studio.example:443/', 'https://studio.example'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('reads as BASE_URL %s the origin %s', (value, origin) => {
  expect(readConfig({ BASE_URL: value }).BASE_URL).toBe(origin);
});

it.each([
  'https://studio.example/app',
  'https://studio.example/?from=letter',
  'https://studio.example/#top',
  'https://barre:hush@studio.example',
])('refuses %s as BASE_URL: every link would lead elsewhere', (value) => {
  expect(refusal({ BASE_URL: value })).toBe(
    'BASE_URL must end after the host and its port: Barre is reached at / there',
  );
});

it.each([
  'https://account@messages.example/Messages.json',
  'https://:hush@messages.example/Messages.json',
  'https://account:50%@messages.example/Messages.json',
])('refuses as SMS_URL what brings no login that can be sent: %s', (value) => {
  expect(refusal({ SMS_URL: value })).toBe(
    'SMS_URL must bring account and token, as https://account:token@…, with a % in them written as %25',
  );
});

it.each([
  ['MAIL_FROM', 'Barre', 'an email address, or a name and an address as Barre <hello@studio.example>'],
  [
    'MAIL_FROM',
    'Barre <hello>',
    'an email address, or a name and an address as Barre <hello@studio.example>',
  ],
  ['CONTACT_EMAIL', 'nonsense', 'an email address'],
  ['CONTACT_EMAIL', 'Desk <desk@studio.example>', 'an email address'],
])('refuses as %s %s, where no letter comes from or arrives at', (name, value, wanted) => {
  expect(refusal({ [name]: value })).toBe(`${name} is "${value}", but must be ${wanted}`);
});

it.each(['"Barre, Inc." <desk@studio.example>', 'Studio Söhne <desk@localhost>', '<desk@studio.example>'])(
  'takes as MAIL_FROM %s',
  (value) => {
    expect(readConfig({ MAIL_FROM: value }).MAIL_FROM).toBe(value);
  },
);

it.each([
  [{}, 'Barre <no-reply@localhost>'],
  [{ BASE_URL: 'https://studio.example:8443/' }, 'Barre <no-reply@studio.example>'],
  [{ BASE_URL: 'https://studio.example', MAIL_FROM: 'desk@studio.example' }, 'desk@studio.example'],
])('sends letters, with %j, from %s', (environment, sender) => {
  expect(readConfig(environment).MAIL_FROM).toBe(sender);
});

it.each([
  [{}, 'hello@barre.example'],
  [database, null],
  [{ ...database, CONTACT_EMAIL: 'help@studio.example' }, 'help@studio.example'],
])('leads who needs help, with %j, to %s', (environment, address) => {
  expect(supportAddress(readConfig(environment))).toBe(address);
});

it.each(['DIRECT_DATABASE_URL', 'REPLICA_DATABASE_URL'])('takes %s beside DATABASE_URL alone', (name) => {
  expect(refusal({ [name]: 'postgres://db/barre' })).toBe(`DATABASE_URL is required with ${name}`);
  expect(readConfig({ ...database, [name]: 'postgres://copy/barre' })).toMatchObject({
    [name]: 'postgres://copy/barre',
  });
});
