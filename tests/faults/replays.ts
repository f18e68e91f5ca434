import { ask, type Answer } from './ask.ts';
import { check, type AskDatabase, type Found } from './checker.ts';
import { loseAnswer, openLosingProxy, type LosingProxy } from './losing-proxy.ts';
import { openEmbeddedPlace } from './places.ts';
import { rowOf, type Row } from './row.ts';
import { openStand } from './stand.ts';
import { foundStudio, type FaultedStudio } from './studio.ts';
import { writeMaker, type Write } from './writes.ts';

/** Where the app runs, and how to look past it afterwards. */
type Replayed = { url: string; askDatabase: AskDatabase };

type Replays = {
  proxy: LosingProxy;
  studio: FaultedStudio;
  other: { studio: FaultedStudio; make: () => Write };
  writes: Write[];
  statuses: Record<number, number>;
  longestMs: number;
  problems: string[];
};

const atOnce = 10;
const studiosAtWork = 4;

/** The same on a PostgreSQL server of its own. */
export async function replayOnPostgres(count: number): Promise<Row | null> {
  const stand = await openStand();
  if (!stand) return null;
  const { app, postgres } = stand;
  const replayed = { url: app.url, askDatabase: (text: string) => postgres.ask<Found>(text) };
  return await replay('answers lost, PostgreSQL', replayed, count).finally(stand.remove);
}

export async function replayOnEmbedded(count: number): Promise<Row> {
  const { app, askDatabase, remove } = await openEmbeddedPlace();
  await app.untilReady();
  return await replay('answers lost, embedded', { url: app.url, askDatabase }, count).finally(remove);
}

/** Writes whose answer is lost after they were done are asked again, in every way that happens. */
async function replay(scenario: string, { url, askDatabase }: Replayed, count: number): Promise<Row> {
  const proxy = await openLosingProxy(url);
  try {
    const studio = await foundStudio(url, 'Replaying School');
    const other = await foundStudio(url, 'Other School');
    const replays: Replays = {
      proxy,
      studio: { ...studio, url: proxy.url },
      other: { studio: other, make: keyedMaker(other, 'Other ') },
      writes: [],
      statuses: {},
      longestMs: 0,
      problems: [],
    };
    const make = keyedMaker(studio);
    let nth = 0;
    const lane = async () => {
      while (nth < count) {
        const way = ways[nth++ % ways.length];
        const write = make();
        replays.writes.push(write);
        await way?.(replays, write);
      }
    };
    await Promise.all(Array.from({ length: studiosAtWork }, lane));
    const { statuses, longestMs, problems } = replays;
    const findings = await check(askDatabase, replays);
    const load = { statuses, longestMs, unclear: [] };
    return rowOf(scenario, { tries: count, load, findings, recoveries: [], problems });
  } finally {
    await proxy.close();
  }
}

/** Ways in which a write comes to be asked for more than once; each loses at least one answer. */
const ways: ((replays: Replays, write: Write) => Promise<void>)[] = [
  async function onceMore(replays, write) {
    await lose(replays, write);
    expectSaved(replays, write, [await put(replays, write)]);
  },
  async function impatiently(replays, write) {
    await lose(replays, write);
    expectSaved(replays, write, await Promise.all(Array.from({ length: atOnce }, () => put(replays, write))));
  },
  async function allAtOnce(replays, write) {
    const lost = Array.from({ length: atOnce - 1 }, () => lose(replays, write));
    const [kept] = await Promise.all([put(replays, write), ...lost]);
    expectSaved(replays, write, [kept, await put(replays, write)]);
  },
  async function changed(replays, write) {
    await lose(replays, write);
    const { status } = await put(replays, { ...write, body: changedBody(write) });
    if (status !== 422) replays.problems.push(`${write.path} with the key of something else: ${status}`);
    expectSaved(replays, write, [await put(replays, write)]);
  },
  async function elsewhere(replays, write) {
    await lose(replays, write);
    const theirs = replays.other.make();
    theirs.body = { ...Object(theirs.body), idempotencyKey: keyOf(write) };
    replays.writes.push(theirs);
    const given = await put({ ...replays, studio: replays.other.studio }, theirs);
    const own = await put(replays, write);
    expectSaved(replays, write, [own]);
    expectSaved(replays, theirs, [given]);
    if (own.text === given.text) replays.problems.push(`${write.path}: another studio was given its answer`);
  },
];

async function lose(replays: Replays, write: Write): Promise<void> {
  const { status } = await put(replays, write, loseAnswer);
  if (status !== 0) replays.problems.push(`${write.path}: an answer was not lost, but ${status}`);
}

async function put(
  replays: Replays,
  { path, body }: Write,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { url, token } = replays.studio;
  const answer = await ask(url, { method: 'POST', path, body, token, headers });
  replays.statuses[answer.status] = (replays.statuses[answer.status] ?? 0) + 1;
  replays.longestMs = Math.max(replays.longestMs, answer.ms);
  return answer;
}

/** Every one of them was told the same, and that it is saved. */
function expectSaved(replays: Replays, write: Write, answers: Answer[]): void {
  const told = [...new Set(answers.map(({ status, text }) => `${status} ${text}`))];
  if (told.length === 1 && told[0]?.startsWith('200 ')) write.said = 'saved';
  else replays.problems.push(`${write.path} was answered ${told.join(' and ')}`);
}

function changedBody({ kind, body }: Write): unknown {
  if (kind === 'attendance') return { ...Object(body), notes: 'Something else' };
  if (kind === 'payment') return { ...Object(body), amountPaidCents: 1 };
  return { ...Object(body), studentDetails: { fullName: 'Enrolled Dancer by mistake' } };
}

function keyOf({ body }: Write): unknown {
  return Object(body).idempotencyKey;
}

function keyedMaker(studio: FaultedStudio, prefix = ''): () => Write {
  const make = writeMaker(studio, prefix);
  return () => {
    for (;;) {
      const write = make();
      if (write.isKeyed) return write;
    }
  };
}
