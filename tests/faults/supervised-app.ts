import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { builtServer } from '#tests/support/built-server.ts';
import { freePort } from '#tests/support/held-port.ts';
import { ask } from './ask.ts';
import { until } from './wait.ts';

const main = builtServer();

/** The app as a process that is started again whenever it ends, as a machine's supervisor does. */
export type SupervisedApp = {
  url: string;
  /** How often it has ended by itself or by `kill`. */
  ends: number;
  /** What it has said on its way, errors included. */
  words(): string;
  /** Ends it at once; the supervisor brings it back. */
  kill(): void;
  /** Waits until it says that it is ready, and gives how long that took. */
  untilReady(withinMs?: number): Promise<number>;
  hasEnded(): boolean;
  isReady(): Promise<boolean>;
  isAlive(): Promise<boolean>;
  memoryMb(): number;
  /** Ends it for good. */
  stop(): Promise<void>;
};

type Supervision = {
  /** Left down when it ends, if false. */
  isSupervised?: boolean;
  /** That of another version. */
  program?: string | undefined;
  /** The file descriptor its log is written to. */
  output?: number | undefined;
};

/** Starts the app on `settings`. */
export async function superviseApp(
  settings: Record<string, string>,
  { isSupervised = true, program = main, output }: Supervision = {},
): Promise<SupervisedApp> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // Few logins make all the load.
  const settled = { LOG_LEVEL: 'error', DEMO: 'false', MODE: 'development', REQUESTS_PER_MINUTE: '0' };
  const own = { ...settled, PORT: String(port), BASE_URL: url };
  const env = { ...process.env, ...own, ...settings };
  let isStopped = false;
  let said = '';
  let child: ChildProcess;
  const launch = () => {
    if (isStopped) return;
    child = spawn(process.execPath, [program], { env, stdio: ['ignore', output ?? 'ignore', 'pipe'] });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-200_000)));
    child.once('exit', () => {
      app.ends += 1;
      if (isSupervised) setTimeout(launch, 100);
    });
  };
  const says = async (path: string) => (await ask(url, { path, patienceMs: 5_000 })).status === 200;
  const isReady = () => says('/readyz');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const app: SupervisedApp = {
    url,
    ends: 0,
    words: () => said,
    kill: () => void child.kill('SIGKILL'),
    untilReady: (withinMs = 120_000) =>
      until(isReady, withinMs, `the app is not ready: ${said.slice(-2000)}`),
    hasEnded,
    isReady,
    isAlive: () => says('/healthz'),
    memoryMb: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      isStopped = true;
      child.kill('SIGKILL');
      await until(hasEnded, 10_000, 'the app does not end');
    },
  };
  launch();
  return app;
}
