import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Answer, type Question } from './ask.ts';
import type { FaultedStudio } from './studio.ts';
import { until } from './wait.ts';
import { writeMaker, type Write } from './writes.ts';

/** What a load has seen: of every answer its status and how long it took. */
export type Load = {
  writes: Write[];
  /** How many answers of each status; 0 where there was none. */
  statuses: Record<number, number>;
  longestMs: number;
  /** Answers nobody can act on: a fault, or a 503 without words and without a time to come back. */
  unclear: string[];
  saved(): number;
  /** How many answers were no success, or none. */
  refused(): number;
  /** Waits until `more` writes have been saved. */
  untilSaved(more: number, withinMs?: number): Promise<number>;
  stop(): Promise<void>;
};

type LoadOptions = { workers?: number; make?: () => Write; reads?: string[] };

const pages = ['/api/classes', '/api/students?page=1&limit=50', '/api/session', '/api/inquiries'];
// One in this many of what is asked is a read.
const readEvery = 3;

/** People at work in a studio, each doing one thing after another, until it is stopped. */
export function startLoad(
  studio: FaultedStudio,
  { workers = 8, make = writeMaker(studio), reads = pages }: LoadOptions = {},
): Load {
  let isStopped = false;
  let asked = 0;
  const load: Load = {
    writes: [],
    statuses: {},
    longestMs: 0,
    unclear: [],
    saved: () => load.writes.filter(({ said }) => said === 'saved').length,
    refused: () =>
      Object.values(load.statuses).reduce((sum, count) => sum + count, 0) - (load.statuses[200] ?? 0),
    untilSaved: (more, withinMs = 60_000) => {
      const goal = load.saved() + more;
      return until(() => load.saved() >= goal, withinMs, `nothing is saved any more: ${summary(load)}`);
    },
    stop: async () => {
      isStopped = true;
      await done;
    },
  };
  const work = async () => {
    while (!isStopped) {
      const nth = asked++;
      const isRead = nth % readEvery === 0;
      const answer = isRead
        ? await put(load, studio, { path: reads[(nth / readEvery) % reads.length] ?? '' })
        : await save(load, studio, make());
      // Who was refused looks up before going on; the server has no part in this.
      if (answer.status !== 200) await pause(50);
    }
  };
  const done = Promise.all(Array.from({ length: workers }, work));
  return load;
}

/** Asks for one write, and notes what was said of it. */
async function save(load: Load, studio: FaultedStudio, write: Write): Promise<Answer> {
  if (!load.writes.includes(write)) load.writes.push(write);
  const answer = await put(load, studio, { method: 'POST', path: write.path, body: write.body });
  if (answer.status === 200) write.said = 'saved';
  else if (/nothing was saved/i.test(answer.text)) write.said = 'denied';
  else write.said = 'nothing';
  return answer;
}

/** Asks again, with the same keys, for what was not answered. */
export async function askAgain(load: Load, studio: FaultedStudio): Promise<void> {
  for (const write of load.writes)
    if (write.isKeyed && write.said !== 'saved')
      await until(
        async () => (await save(load, studio, write)).status === 200,
        60_000,
        `${write.path} is not answered: ${summary(load)}`,
      );
}

/** What several loads have seen. */
export function together(loads: Load[]): Pick<Load, 'statuses' | 'longestMs' | 'unclear'> {
  const statuses: Load['statuses'] = {};
  for (const [status, count] of loads.flatMap((load) => Object.entries(load.statuses)))
    statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
  return {
    statuses,
    longestMs: Math.max(...loads.map(({ longestMs }) => longestMs)),
    unclear: loads.flatMap(({ unclear }) => unclear),
  };
}

function summary({ statuses, unclear }: Load): string {
  return JSON.stringify({ statuses, unclear: unclear.slice(0, 3) });
}

async function put(load: Load, studio: FaultedStudio, question: Question): Promise<Answer> {
  const answer = await ask(studio.url, { ...question, token: studio.token });
  load.statuses[answer.status] = (load.statuses[answer.status] ?? 0) + 1;
  load.longestMs = Math.max(load.longestMs, answer.ms);
  if (answer.status >= 400 && !isClear(answer))
    load.unclear.push(`${question.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  return answer;
}

/** A load asks for nothing that could be refused, so it may only be told to come back, and why. */
function isClear({ status, text, retryAfter }: Answer): boolean {
  return status === 503 && Number(retryAfter) > 0 && /again|repeat/.test(text) && /"message":/.test(text);
}
