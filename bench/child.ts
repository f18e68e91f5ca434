import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tests/support/held-port.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// The first start after a change builds the pages.
const startDeadlineMs = 180_000;
const ticksPerSecond = 100;

export type Server = { pid: number; port: number; msToFirstAnswer: number; stop(): Promise<void> };

/** Starts a Node program that listens on PORT and waits until `path` is answered. */
export async function startServer(
  program: readonly string[],
  path: string,
  environment: Record<string, string>,
): Promise<Server> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = () => end(child);
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode === null && performance.now() - started < startDeadlineMs) continue;
    await stop();
    throw new Error(`${program.join(' ')} did not start`);
  }
  return { pid: child.pid ?? 0, port, msToFirstAnswer: performance.now() - started, stop };
}

/** The app as `npm start` runs it, without npm: it is built and compiled first where it was changed. */
export async function startApp(environment: Record<string, string>): Promise<Server> {
  const { default: project } = await import('../package.json', { with: { type: 'json' } });
  const [, ...program] = project.scripts.start.split(' ');
  return await startServer(program, '/readyz', environment);
}

async function answers(address: string): Promise<boolean> {
  const answer = await fetch(address).catch(() => null);
  await answer?.arrayBuffer();
  if (!answer?.ok) await new Promise((resolve) => setTimeout(resolve, 10));
  return answer?.ok ?? false;
}

/** Starts a program of this folder that is asked by messages and answers each with one. */
export function startWorker<Question extends object, Answer>(program: string) {
  const child = fork(`bench/${program}`, { cwd: root });
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended early`)));
  gone.catch(() => {});
  return {
    async ask(question: Question): Promise<Answer> {
      child.send(question);
      const answered = new Promise<Answer>((resolve) =>
        child.once('message', (answer) => resolve(answer as Answer)),
      );
      return await Promise.race([answered, gone]);
    },
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 5000);
  child.kill('SIGTERM');
  await gone;
  clearTimeout(tooLong);
}

/** Seconds of processor time a process has used; NaN where the system does not tell. */
export function cpuSeconds(pid: number): number {
  const fields = procFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Megabytes of memory a process holds now, and the most it ever held. */
export function memoryMb(pid: number): { now: number; most: number } {
  const kilobytes = (name: string) => Number(procFile(pid, 'status').match(`${name}:\\s+(\\d+)`)?.[1]);
  return { now: kilobytes('VmRSS') / 1024, most: kilobytes('VmHWM') / 1024 };
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Begins to watch; then tells which share of this virtual machine's processor time its host has kept back since. */
export function watchStolenTime(): () => number {
  const read = () => {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/) ?? [];
    const times = ticks.slice(0, 8).map(Number);
    return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
  };
  const before = read();
  return () => {
    const now = read();
    return (now.stolen - before.stolen) / (now.all - before.all);
  };
}
