import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { demoEmail, demoPassword } from '#server/demo/logins.ts';
import { chromiumFlags, findChromium } from '../tests/support/chromium.ts';
import { memoryMb, startServer } from './child.ts';
import { memoryLine, webPage, webTable, type Look, type Screen } from './web-report.ts';

// npm run bench:web                 the demo studio's pages through Lighthouse; writes docs/benchmarks-web.md
// npm run bench:web -- --runs=1     fewer looks at each page, writes nothing
const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
const paths = ['/', '/login', '/dashboard', '/dashboard/insights'];
const forms = ['mobile', 'desktop'] as const;
const lighthouse = fileURLToPath(new URL('lighthouse/node_modules/lighthouse/cli/index.js', import.meta.url));
const mostLostTraces = 4;
let lostTraces = 0;
const folder = mkdtempSync(join(tmpdir(), 'barre-bench-web-'));

const server = await startServer(['scripts/start.mjs'], '/readyz', {
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'error',
  DEMO: 'true',
});
try {
  const origin = `http://localhost:${server.port}`;
  const cookieFile = join(folder, 'headers.json');
  writeFileSync(cookieFile, JSON.stringify({ Cookie: await signIn(origin) }));
  const screens: Screen[] = [];
  for (const path of paths) {
    for (const form of forms) {
      const looks: Look[] = [];
      while (looks.length < runs) looks.push(await look(origin + path, form, cookieFile));
      screens.push({ path, form, looks });
      console.error(`${path} ${form}: ${looks.map(({ performance }) => performance).join(', ')}`);
    }
  }
  const memory = memoryLine(memoryMb(server.pid));
  console.log(`\n${webTable(screens)}\n\n${memory}\n`);
  if (runs >= 5)
    writeFileSync(new URL('../docs/benchmarks-web.md', import.meta.url), webPage(screens, memory));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: demoEmail, password: demoPassword }),
  });
  if (!answer.ok) throw new Error(`the demo owner can not sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** A visitor's first look at a page: a new browser, nothing stored. */
async function look(url: string, form: Screen['form'], cookieFile: string): Promise<Look> {
  const isForMembers = new URL(url).pathname.startsWith('/dashboard');
  const child = spawn(
    process.execPath,
    [
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=--headless=new ${chromiumFlags.join(' ')}`,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
      ...(isForMembers ? [`--extra-headers=${cookieFile}`] : []),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CHROME_PATH: await findChromium({ isTimed: true }) },
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number];
  if (code === 0) return read(JSON.parse(output) as Report, url);
  // Now and then the browser hands over a trace without a beginning.
  lostTraces += 1;
  if (lostTraces > mostLostTraces) throw new Error(`Lighthouse ended with ${code} at ${url}`);
  return await look(url, form, cookieFile);
}

type Report = {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
};

function read({ finalDisplayedUrl, categories, audits }: Report, url: string): Look {
  // A page that led to the sign-in page would be measured in its place.
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const score = (name: string) => Math.round((categories[name]?.score ?? NaN) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    kilobytes: value('total-byte-weight') / 1024,
  };
}
