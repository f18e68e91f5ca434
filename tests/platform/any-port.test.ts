import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtServer } from '#tests/support/built-server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'barre-any-port-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

it('says at which port it is ready when it may take any, and is signed in to from there', async () => {
  const settings = { MODE: '', BASE_URL: '', DATABASE_URL: '', DATA_DIR: folder, PORT: '0', DEMO: 'false' };
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [builtServer()], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const [words] = await Promise.race([once(child.stdout, 'data'), ended]);
    const url = /ready at (\S+)/.exec(String(words))?.[1] ?? '';
    expect(url).toMatch(/^http:\/\/localhost:[1-9]\d+$/);
    const answer = await fetch(`${url}/api/auth/sign-in/magic-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie: 'any=one' },
      body: JSON.stringify({ email: 'nobody@barre.test' }),
    });
    expect(answer.status).toBe(200);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});
