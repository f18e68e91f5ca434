import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { WaitingLog } from '#client/outbox.ts';

const { kept, toasts } = vi.hoisted(() => ({ kept: new Map<string, unknown>(), toasts: [] as string[] }));
vi.mock('#client/offline-store.ts', () => ({
  keep: (_: string, key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  readAll: () => Promise.resolve([...kept]),
  remove: (_: string, key: string) => Promise.resolve(void kept.delete(key)),
}));
vi.mock('#client/live.ts', () => ({ onLive: () => () => {} }));
const tell = (message: string) => void toasts.push(message);
vi.mock('#ui/toast.ts', () => ({ toastError: tell, toastSuccess: tell }));

const isLogged: Refusal = { code: 'CONFLICT', message: 'A log for this session already exists.' };
const alreadySubmitted = 'An attendance log for this class on this date has already been submitted.';
const input = {
  classId: 'ballet',
  date: '2026-11-21',
  status: 'Completed',
  instructorId: 'ana',
  notes: 'Ben left early ',
  entries: [
    { studentId: 'cleo', isPresent: true },
    { studentId: 'ben', isPresent: false },
  ],
  idempotencyKey: 'the second key',
} as const;
const log: WaitingLog = {
  owner: 'ana',
  className: 'Ballet 1',
  input: { ...input, entries: [...input.entries] },
  refusal: null,
};
const stored = {
  class: { instructor: { id: 'ana' } },
  log: { status: 'Completed', instructor: { id: 'ana' }, notes: 'Ben left early' as string | null },
  students: [
    { id: 'ben', isPresent: false as boolean | null },
    { id: 'cleo', isPresent: true },
    { id: 'dan', isPresent: null },
  ],
};

beforeEach(() => {
  kept.clear();
  toasts.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

it('keeps a log beside one that says something else, and says why it was not taken', async () => {
  const others = [
    { ...stored, log: { ...stored.log, notes: null } },
    { ...stored, log: { ...stored.log, instructor: { id: 'eva' } } },
    { ...stored, students: stored.students.map(({ id }) => ({ id, isPresent: true })) },
    { ...stored, log: { ...stored.log, status: 'Cancelled' }, students: [{ id: 'dan', isPresent: null }] },
  ];
  for (const sheet of others) {
    expect(await outboxAfterSending(sheet)).toEqual([{ ...log, refusal: alreadySubmitted }]);
    expect(toasts.splice(0)).toEqual([`Ballet 1, Sat, Nov 21: ${alreadySubmitted}`]);
  }
});

it('gives a log up once the stored one says the same', async () => {
  expect(await outboxAfterSending(stored)).toEqual([]);
  expect(toasts).toEqual([`Ballet 1, Sat, Nov 21: ${alreadySubmitted}`]);
});

it('keeps a log when what is stored can not be seen', async () => {
  expect(await outboxAfterSending(null)).toEqual([{ ...log, refusal: alreadySubmitted }]);
});

it('gives a log up that left open who taught, where the stored one names who holds the class', async () => {
  const left = { ...log, input: { ...log.input, instructorId: null } };
  const ofEva = { ...stored, class: { instructor: { id: 'eva' } } };
  expect(await outboxAfterSending(stored, { waiting: [left] })).toEqual([]);
  expect(await outboxAfterSending(ofEva, { waiting: [left] })).toEqual([
    { ...left, refusal: alreadySubmitted },
  ]);
});

it('sends the logs behind one that the server fails at, and says so of that one', async () => {
  const fault = { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error', status: 500 };
  const behind = { ...log, className: 'Jazz 2', input: { ...log.input, classId: 'jazz' } };
  const answers = [fault, null];
  expect(await outboxAfterSending(null, { waiting: [log, behind], answers })).toEqual([
    { ...log, hasFailed: true },
  ]);
  expect(toasts).toEqual(['Attendance of Jazz 2, Sat, Nov 21 was sent.']);
});

it('keeps the logs behind one that the server can not take now', async () => {
  const busy = { code: 'SERVICE_UNAVAILABLE', message: 'Too much at once.', status: 503 };
  const behind = { ...log, className: 'Jazz 2', input: { ...log.input, classId: 'jazz' } };
  const answers = [busy, null];
  expect(await outboxAfterSending(null, { waiting: [log, behind], answers })).toEqual([log, behind]);
});

it('keeps all logs where too much was asked for lately', async () => {
  const tooMany = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests.', status: 429 };
  const behind = { ...log, className: 'Jazz 2', input: { ...log.input, classId: 'jazz' } };
  expect(await outboxAfterSending(null, { waiting: [log, behind], answers: [tooMany, null] })).toEqual([
    log,
    behind,
  ]);
  expect(toasts).toEqual([]);
});

it('keeps a log for its owner where somebody else signs in just before it is sent', async () => {
  const answers = [{ code: 'OTHER_ACCOUNT', message: 'Another account.' }];
  expect(await outboxAfterSending(null, { answers })).toEqual([log]);
  expect(toasts).toEqual([]);
});

it('keeps a log where the studio began to ask for two-step sign-in just before it is sent', async () => {
  const answers = [{ code: 'TWO_STEP_NEEDED', message: 'Turn it on to go on.', status: 403 }];
  expect(await outboxAfterSending(null, { answers })).toEqual([log]);
  expect(toasts).toEqual([]);
});

type Refusal = { code: string; message: string; status?: number };
type Sending = { waiting?: readonly WaitingLog[]; answers?: readonly (Refusal | null)[] };

/**
 * What waits after one attempt at a date that has this sheet; null is one that can not be read. Null among the answers,
 * one for each log, takes it.
 */
async function outboxAfterSending(
  sheet: object | null,
  { waiting = [log], answers = [isLogged] }: Sending = {},
): Promise<unknown[]> {
  vi.resetModules();
  kept.clear();
  let sent: Promise<unknown> = Promise.resolve();
  const left = [...answers];
  const request = (_name: string, _options: object, send: (lock: object) => Promise<void>) =>
    (sent = send({}).catch(() => {}));
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'http://barre.test' } }));
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
  vi.stubGlobal('fetch', ({ url }: Request) => Promise.resolve(answerOf(new URL(url).pathname, sheet, left)));
  const { putInOutbox } = await import('#client/outbox.ts');
  const { startSending } = await import('#client/outbox-sender.ts');
  for (const each of waiting) await putInOutbox(each);
  startSending('ana')();
  await sent;
  return [...kept.values()];
}

function answerOf(path: string, sheet: object | null, left: (Refusal | null)[]): Response {
  if (path === '/rpc/auth/session') return Response.json({ json: { profileId: 'ana' } });
  if (path === '/rpc/attendance/sheet' && sheet) return Response.json({ json: sheet });
  const notNow: Refusal = { code: 'CONFLICT', message: 'Not to be seen now.' };
  const refusal = path === '/rpc/attendance/save' ? left.shift() : notNow;
  if (!refusal) return Response.json({ json: { id: 'kept' } });
  const { status = 409 } = refusal;
  return Response.json({ json: { defined: false, status, ...refusal } }, { status });
}
