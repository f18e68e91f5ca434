import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtServer } from '#tests/support/built-server.ts';
import { freePort } from '#tests/support/held-port.ts';

const fullDisk = '/dev/full';

let folder: string;
let child: ChildProcess;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'barre-full-log-'));
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

it.runIf(existsSync(fullDisk))(
  'goes on answering while its log has no room, and ends when told to',
  async () => {
    const output = openSync(fullDisk, 'w');
    const url = await start(output);
    closeSync(output);
    for (let nth = 0; nth < 20; nth++) expect(await statusOf(`${url}/healthz`)).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);

it('goes on answering while nobody reads its log, and says then what is missing', async () => {
  const url = await start('pipe');
  // Each path is in a line: some three megabytes.
  for (let nth = 0; nth < 400; nth++)
    expect(await statusOf(`${url}/api/${nth}/${'a'.repeat(8000)}`)).toBe(404);
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
  await expect
    .poll(async () => (await statusOf(`${url}/healthz`)) === 200 && said, { timeout: 20_000 })
    .toContain('"lost":');
  const lines = said
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'));
  const parsed = lines.map((line): { path?: string; lost?: number } => JSON.parse(line));
  const told = parsed.filter(({ path }) => path?.includes('/aaa')).length;
  expect(told).toBeGreaterThan(100);
  expect(told + (parsed.find(({ lost }) => lost)?.lost ?? 0)).toBeGreaterThanOrEqual(400);
});

async function start(output: number | 'pipe'): Promise<string> {
  const port = await freePort();
  const settings = {
    MODE: 'development',
    DATABASE_URL: '',
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    DEMO: 'false',
  };
  const env = { ...process.env, ...settings, PORT: String(port), BASE_URL: '', REQUESTS_PER_MINUTE: '0' };
  child = spawn(process.execPath, [builtServer()], { env, stdio: ['ignore', output, 'inherit'] });
  const url = `http://localhost:${port}`;
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000 }).toBe(200);
  return url;
}

async function statusOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status;
}
