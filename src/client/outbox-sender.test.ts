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

const isLogged = { code: 'CONFLICT', message: 'A log for this session already exists.' };
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
    { log: { ...stored.log, status: 'Cancelled' }, students: [{ id: 'dan', isPresent: null }] },
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

it('keeps a log for its owner where somebody else signs in just before it is sent', async () => {
  expect(await outboxAfterSending(null, { code: 'OTHER_ACCOUNT', message: 'Another account.' })).toEqual([
    log,
  ]);
  expect(toasts).toEqual([]);
});

/** What waits after one attempt at a date that has this sheet; null is one that can not be read. */
async function outboxAfterSending(sheet: object | null, refusal = isLogged): Promise<unknown[]> {
  vi.resetModules();
  kept.clear();
  let sent: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, send: (lock: object) => Promise<void>) =>
    (sent = send({}).catch(() => {}));
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'http://barre.test' } }));
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
  vi.stubGlobal('fetch', ({ url }: Request) =>
    Promise.resolve(answerOf(new URL(url).pathname, sheet, refusal)),
  );
  const { putInOutbox } = await import('#client/outbox.ts');
  const { startSending } = await import('#client/outbox-sender.ts');
  await putInOutbox(log);
  startSending('ana')();
  await sent;
  return [...kept.values()];
}

function answerOf(path: string, sheet: object | null, refused: typeof isLogged): Response {
  if (path === '/rpc/auth/session') return Response.json({ json: { profileId: 'ana' } });
  if (path === '/rpc/attendance/sheet' && sheet) return Response.json({ json: sheet });
  const answer =
    path === '/rpc/attendance/save' ? refused : { code: 'CONFLICT', message: 'Not to be seen now.' };
  return Response.json({ json: { defined: false, status: 409, ...answer } }, { status: 409 });
}
