import { spawn, type ChildProcess } from 'node:child_process';
import project from '../../package.json' with { type: 'json' };
import { builtServer } from './built-server.ts';
import { freePort } from './held-port.ts';

// As `npm start` runs it, but for the script that builds what is not there.
const [, ...startArguments] = project.scripts.start.split(' ');
const program = [...startArguments.slice(0, -1), builtServer()];
const startsWithinMs = 60_000;

/** The app as a process of its own, which a test may kill and start again at the same address. */
export type ServerProcess = {
  url: string;
  start(): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Calls the API as `token`; rejects when there is no answer, or one that is no success. */
  call<T>(method: string, path: string, token: string, body?: unknown): Promise<T>;
};

/** Prepares a server on `settings`; nothing runs before `start`. */
export async function prepareServer(settings: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    LOG_LEVEL: 'error',
    DEMO: 'false',
    MODE: 'development',
    // Few logins call as fast as they can.
    REQUESTS_PER_MINUTE: '0',
    PORT: String(port),
    BASE_URL: url,
    ...settings,
  };
  let child: ChildProcess | undefined;
  return {
    url,
    start: async () => {
      child = spawn(process.execPath, program, { env, stdio: ['ignore', 'ignore', 'inherit'] });
      await ready(url, child);
    },
    kill: async () => {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      if (child?.exitCode === null && child.kill('SIGKILL')) await ended;
    },
    call: async <T>(method: string, path: string, token: string, body?: unknown) => {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: url },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
  };
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startsWithinMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the server did not start: exit code ${child.exitCode}`);
}
