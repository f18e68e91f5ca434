import { Agent, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '#platform/config.ts';
import type { Letter } from '#platform/mail.ts';
import { closeApp, openApp, serve, type App } from '#server/app.ts';
import { openTestApp, testClock, type TestApp } from '#tests/support/test-app.ts';
import type { Request } from './requests.ts';

export type Answer = { status: number; text: string; bytes: Buffer; headers: string; ms: number };

/** The real server as it runs for the public, over HTTP, and the way past it to prepare what it holds. */
export type AttackedServer = {
  url: string;
  app: App;
  past: TestApp;
  letters: Letter[];
  send(request: Request): Promise<Answer>;
  close(): Promise<void>;
};

export async function openAttackedServer(): Promise<AttackedServer> {
  const past = await openTestApp();
  // Else the limit of invitations would answer most of the calls that invite the same few people again.
  await past.database.pool.query(`
    create function auth.begin_anew() returns trigger language plpgsql as $$ begin new.count := 1; return new; end $$;
    create trigger begin_anew before update on auth.turns for each row when (new.key like 'invite:%')
      execute function auth.begin_anew()`);
  const letters: Letter[] = [];
  const config = readConfig({
    MODE: 'production',
    AUTH_SECRET: 'a secret only these tests know, long enough',
    BASE_URL: 'http://127.0.0.1',
    SMTP_URL: 'smtp://mail.test',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DEMO: 'false',
    // Else it would answer most of the attacks.
    REQUESTS_PER_MINUTE: '0',
  });
  const app = await openApp(config, {
    database: past.database,
    clock: testClock,
    mail: { send: (letter) => Promise.resolve(void letters.push(letter)), sent: () => [] },
  });
  const server = serve(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  return {
    url: `http://127.0.0.1:${port}`,
    app,
    past,
    letters,
    send: (request) => send(port, agent, request),
    close: () => close(app, server, agent),
  };
}

async function close(app: App, server: Server, agent: Agent): Promise<void> {
  agent.destroy();
  server.closeAllConnections();
  await closeApp(app, server);
}

function send(port: number, agent: Agent, { method, path, headers, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = httpRequest({ port, agent, method, path, headers: { ...headers, ...length } });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          text: bytes.toString(),
          bytes,
          headers: JSON.stringify(response.headers),
          ms: performance.now() - since,
        });
      });
    });
    request.end(body ?? '');
  });
}
