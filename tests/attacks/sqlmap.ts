// npx node tests/attacks/sqlmap.ts    sqlmap (apt-get install sqlmap), level 3, on 20 routes of a server of its own
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PostgresLab } from '#tests/faults/postgres-lab.ts';
import { openStand } from '#tests/faults/stand.ts';
import type { FaultedStudio } from '#tests/faults/studio.ts';

/** What to ask; a star stands behind each value in whose place sqlmap may put something. */
type Target = { method: 'GET' | 'POST'; path: string; token?: string; body?: Record<string, unknown> };

const lanes = 2;
const untouched = 'all tested parameters do not appear to be injectable';
const injected = 'identified the following injection point';
const options = [
  '--batch',
  '--level=3',
  '--dbms=PostgreSQL',
  '--ignore-code=401',
  '--ignore-stdin',
  '--disable-coloring',
];

let total = 0;
const folder = mkdtempSync(join(tmpdir(), 'barre-sqlmap-'));
const stand = await openStand();
if (!stand) throw new Error('There is no PostgreSQL to start.');
const { app, postgres, studio } = stand;
try {
  const { url, close } = await openHole(postgres);
  const control = await attack(url, { method: 'GET', path: '/?name=x*' });
  close();
  say(control.words.includes(injected), 'a server with a hole, where it is found', control);
  const waiting = targetsOf(studio);
  const lane = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      const attacked = await attack(app.url, target);
      total += attacked.requests;
      const isRight = attacked.words.includes(untouched) && !/\b5\d\d \(/.test(attacked.words);
      say(isRight, `${target.method} ${target.path.replaceAll(/[\da-f-]{36}\*/g, '{id}')}`, attacked);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  say(app.words() === '', 'the server, which tells of no fault', { requests: total, words: app.words() });
} finally {
  await stand.remove();
  rmSync(folder, { recursive: true });
}
process.exit();

type Attacked = { requests: number; words: string };

function say(isRight: boolean, what: string, { requests, words }: Attacked): void {
  console.log(
    `${isRight ? '✓' : '✗'} ${what}: ${requests} requests${isRight ? '' : `\n${words.slice(-2000)}`}`,
  );
  if (!isRight) process.exitCode = 1;
}

async function attack(url: string, { method, path, token = studio.token, body }: Target): Promise<Attacked> {
  const file = join(mkdtempSync(join(folder, 'target-')), 'request');
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Origin: ${url}`,
    `Authorization: Bearer ${token}`,
    ...(body ? ['Content-Type: application/json'] : []),
  ];
  writeFileSync(file, [...head, '', body ? marked(body) : ''].join('\r\n'));
  const words = ['-r', file, '-t', `${file}.sent`, '--output-dir', folder, ...options];
  const sqlmap = spawn('sqlmap', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await text(sqlmap.stdout);
  const requests = readFileSync(`${file}.sent`, 'latin1').match(/^HTTP request \[#/gm)?.length ?? 0;
  return { requests, words: said };
}

function marked(body: Record<string, unknown>): string {
  const texts = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'string' ? `${value}*` : value,
  );
  return texts.replaceAll(/:(\d+)(?=[,}])/g, ':$1*');
}

/** A server that does what none should, to see that sqlmap notices. */
async function openHole({ asSuperuser }: PostgresLab): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://localhost').searchParams.get('name');
    asSuperuser((client) => client.query(`select full_name from profiles where full_name <> '${name}'`)).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      () => response.writeHead(500).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** Everything that takes a text of one's own, and each kind of id, day, time and number. */
function targetsOf({ classIds, studentIds, danceTypeId, newClasses, token }: FaultedStudio): Target[] {
  const [classId = '', studentId = ''] = [classIds[0], studentIds[0]];
  const { instructorId, roomId } = newClasses;
  const days = 'startDate=2026-11-01*&endDate=2026-11-30*';
  const get = (path: string): Target => ({ method: 'GET', path: `/api/${path}` });
  const post = (path: string, body: Record<string, unknown>): Target => ({
    method: 'POST',
    path: `/api/${path}`,
    body,
  });
  const person = { fullName: 'Ina Inject', email: 'ina@barre.test', phoneNumber: '555 0100' };
  return [
    { ...get('session'), token: `${token}*` },
    get(`students?q=Dancer*&danceTypeId=${danceTypeId}*&page=1*&limit=50*`),
    get(`students/${studentId}*`),
    get(`students/${studentId}*/subscriptions`),
    get('inquiries?q=Dancer*&danceType=Ballet*&status=new*&page=1*'),
    get('instructors?q=Ina*'),
    get(`instructors/${instructorId}*/activity?${days}`),
    get(`classes/${classId}*`),
    get(`classes/${classId}*/roster?date=2026-11-16*`),
    get(`classes/${classId}*/available-students?q=Dancer*&limit=20*`),
    get(`classes/${classId}*/attendance/2026-11-16*`),
    get('calendar?start=2026-11-16*&end=2026-11-22*'),
    get(`daily-log/2026-11-16*?from=08:00*&to=22:00*&roomId=${roomId}*`),
    get(`cancellations?classId=${classId}*&page=1*&limit=50*`),
    get(`insights/rows?metric=totalRevenue*&only=${classId}*&limit=50*&${days}`),
    post('check_for_schedule_conflict', {
      instructorId,
      roomId,
      sessionDate: '2026-11-16',
      startTime: '16:00',
      endTime: '17:00',
      excludeClassId: classId,
    }),
    post('dance-types', { name: 'Jazz' }),
    post('inquiries', {
      ...person,
      age: 9,
      leadSource: 'Flyer',
      danceTypeInterest: 'Ballet',
      availabilityNotes: 'any',
    }),
    post('instructors', person),
    post('imports/check', { kind: 'students', text: 'full_name,email\nIna Inject,ina@barre.test' }),
  ];
}
