import { request as httpRequest, type Server } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '#platform/config.ts';
import type { SentMessage, Sms } from '#platform/sms.ts';
import { openApp, serve, type App } from '#server/app.ts';
import { answerRequest } from '#server/http.ts';
import { holdPort } from '#tests/support/held-port.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts';

type Answer = {
  status: number;
  body: unknown;
  text: string;
  location: string | null;
  setCookies: string[];
};

/** Somebody at a browser of their own: cookies are kept and sent back, the page is ours. */
export type Visitor = {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Who the server says this visitor is. */
  session(): Promise<{ user: { email: string; fullName: string } } | null>;
};

type FrontDoor = {
  app: App;
  url: string;
  mail: SmtpSink;
  messages: SentMessage[];
  visitor(options?: { address?: string }): Visitor;
  /** Has a process with other settings take over: at the same address, on the same database. */
  restart(changed: Record<string, string>): Promise<void>;
};

/**
 * The real server over HTTP, on a database of its own, with a real mail server behind it. Visitors come from
 * addresses of their own, by way of a trusted proxy. Call once at the top of a test file.
 */
export function useFrontDoor(settings: Record<string, string> = {}): FrontDoor {
  const door = {} as FrontDoor;
  let server: Server;
  beforeAll(async () => {
    const mail = await openSmtpSink();
    const messages: SentMessage[] = [];
    const sms: Sms = {
      send: (message) => Promise.resolve(void messages.unshift({ ...message, sentAt: new Date() })),
      sent: () => messages,
    };
    const { port, holder } = await holdPort();
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      BASE_URL: url,
      AUTH_SECRET: 'a secret only these tests know, long enough',
      LOG_LEVEL: 'silent',
      DEMO: 'false',
      SMTP_URL: mail.url,
      SMS_URL: 'https://account:token@messages.test/Messages.json',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    };
    const database = await openTestDatabase();
    const app = await openApp(readConfig(environment), { database, sms });
    const restart = async (changed: Record<string, string>) => {
      await door.app.live.close();
      door.app = await openApp(readConfig({ ...environment, ...changed }), { database, sms });
      server.removeAllListeners('request');
      server.on('request', (request, response) => void answerRequest(door.app, request, response));
    };
    server = serve(app);
    await new Promise<void>((resolve) => server.listen(holder, resolve));
    Object.assign(door, { app, url, mail, messages, visitor: visitorsOf(url), restart });
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await door.app.live.close();
    await door.app.database.close();
    await door.mail.close();
  });
  return door;
}

let lastAddress = 0;

function visitorsOf(url: string) {
  return ({ address = `10.1.${++lastAddress >> 8}.${lastAddress & 255}` } = {}): Visitor => {
    const cookies = new Map<string, string>();
    const call = async (
      method: string,
      path: string,
      body: unknown,
      headers: Record<string, string> = {},
    ) => {
      const answer = await send(new URL(path, url), method, body, {
        'x-forwarded-for': address,
        ...(cookies.size > 0
          ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...(method === 'POST' ? { origin: url, 'sec-fetch-site': 'same-origin' } : {}),
        ...headers,
      });
      for (const line of answer.setCookies) keepCookie(cookies, line);
      return answer;
    };
    const visitor: Visitor = {
      cookies,
      get: (path, headers) => call('GET', path, undefined, headers),
      post: (path, body, headers) => call('POST', path, body, headers),
      session: async () => {
        const answer = await call('GET', '/api/session', undefined);
        return answer.text ? (answer.body as Awaited<ReturnType<Visitor['session']>>) : null;
      },
    };
    return visitor;
  };
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const isGone = attributes.some((each) => /^\s*max-age=0$/i.test(each));
  if (isGone) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

// Not fetch, which keeps Origin, Cookie and Sec-Fetch-Site to itself.
function send(url: URL, method: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  const payload =
    body === undefined
      ? ''
      : body instanceof URLSearchParams
        ? body.toString()
        : typeof body === 'string'
          ? body
          : JSON.stringify(body);
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json';
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method,
      headers: {
        ...(method === 'POST' ? { 'content-type': type, 'content-length': Buffer.byteLength(payload) } : {}),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          body: parsed(text),
          location: response.headers.location ?? null,
          setCookies: response.headers['set-cookie'] ?? [],
        }),
      );
    });
    request.end(payload);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

let people = 0;

/** An address nobody else in the tests has. */
export function newAddress(name = 'person'): string {
  return `${name}-${++people}@barre.test`;
}

export const password = 'plié and relevé';

/** Signs somebody up, confirms their address by the nth letter to it and leaves them signed in. */
export async function join(
  door: FrontDoor,
  email = newAddress(),
  nth = 0,
): Promise<{ visitor: Visitor; email: string }> {
  const visitor = door.visitor();
  await visitor.post('/api/auth/sign-up/email', {
    email,
    password,
    name: 'Nell Tendu',
    organizationName: 'Tendu School',
    timeZone: 'America/New_York',
  });
  const { text } = await door.mail.letterTo(email, nth);
  await visitor.post('/api/auth/verify-email', { token: parameterIn(text, 'confirm') });
  return { visitor, email };
}

/** Asks for a code by email, which the nth letter to that address holds: what it takes to sign in by it. */
export async function codeByEmail(
  { mail }: FrontDoor,
  visitor: Visitor,
  email: string,
  nth = 1,
): Promise<{ request: string; token: string }> {
  const { body } = await visitor.post('/api/auth/one-time-code/send', { type: 'email', email });
  const { subject } = await mail.letterTo(email, nth);
  const token = /\b\d{6}\b/.exec(subject)?.[0];
  if (!token) throw new Error(`no code in ${subject}`);
  return { request: (body as { request: string }).request, token };
}

/** A parameter of the link in a letter. */
export function parameterIn(text: string, name: string): string {
  const found = new RegExp(`[?&]${name}=([^\\s&]+)`).exec(text)?.[1];
  if (!found) throw new Error(`no ${name} in ${text}`);
  return found;
}

/** Signs in with the password from a browser of its own. */
export async function signInElsewhere(
  door: FrontDoor,
  email: string,
  secret = password,
): Promise<{ visitor: Visitor; answer: Answer }> {
  const visitor = door.visitor();
  return { visitor, answer: await visitor.post('/api/auth/sign-in/email', { email, password: secret }) };
}

/** A cookie's name and everything about it, and how long its value is. */
export function withoutValue(line: string): string {
  return line.replace(/=[^;]*/, (value) => `=${value.length}`);
}
