import { Agent, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readFacts, requestOf, rows, type Facts, type Request } from './rows.ts';

export type Order = {
  /** The processes to ask in turn. */
  ports: number[];
  factsFile: string;
  /** The first studio to ask and the one after the last. */
  studios: [number, number];
  shares: Record<string, number>;
  connections: number;
  ms: number;
  /** How many are asked a second, whether the ones before are answered or not; null: as many as the connections carry. */
  perSecond: number | null;
  /** Into how many parts of equal length the time is cut. */
  parts: number;
};

/** How long answers took, in milliseconds from when they were due: also while no connection was free. */
export type Times = { count: number; p50: number; p99: number };

export type Seen = {
  perSecond: number;
  /** Of what was answered as asked, for that is what people wait for. */
  all: Times;
  ofRow: Record<string, Times>;
  ofPart: Times[];
  /** How many answers of each status; 0 where there was none. */
  statuses: Record<string, number>;
  /** Those told to come back later, from when they were sent, and how many of them were not told when. */
  refused: Times & { withoutTime: number };
  /** How late the 99th of a hundred was sent: this process's own delay. */
  lateP99: number;
  /** Answers with a marker of their own studio; without any; with one of another. */
  markers: { own: number; none: number; foreign: number };
  /** What nobody asked for, the first of it. */
  surprises: string[];
};

const answerDeadlineMs = 20_000;
const anyMarker = / zq\d+qz/g;
const nextOf = new Map<string, number>();

process.on('message', (order: Order) => {
  void fire(order).then((seen) => process.send?.(seen));
});

async function fire(order: Order): Promise<Seen> {
  const facts = readFacts(order.factsFile);
  const tally = startTally(order);
  const each = Math.ceil(order.connections / order.ports.length);
  const agents = order.ports.map(
    () => new Agent({ keepAlive: true, maxSockets: each, maxFreeSockets: each }),
  );
  await Promise.all(order.ports.map((port, at) => openConnections(port, agents[at], each)));
  let asked = 0;
  const started = performance.now();
  const elapsed = () => performance.now() - started;

  const ask = async (name: string, studio: number, request: Request, due: number): Promise<string> => {
    const at = asked++ % order.ports.length;
    const sent = elapsed();
    const answer = await answerOf(request, order.ports[at] ?? 0, agents[at]);
    const marker = facts.studios.app[studio]?.marker ?? '';
    tally.add({
      ...answer,
      name,
      marker,
      due,
      late: sent - due,
      ms: elapsed() - due,
    });
    return answer.status === 200 ? answer.text : '';
  };
  const work = async (due: number) => {
    const name = chooseOf(order.shares);
    const studio = order.studios[0] + Math.floor(Math.random() * (order.studios[1] - order.studios[0]));
    const made = await ask(name, studio, nextRequest(facts, name, studio), due);
    // Who tried it out takes it off again: the lists stay as long as they were.
    if (name === 'create-class' && made)
      await ask('delete-class', studio, deletion(facts, studio, made), elapsed());
  };

  if (order.perSecond === null) {
    const person = async () => {
      while (elapsed() < order.ms) await work(elapsed());
    };
    await Promise.all(Array.from({ length: order.connections }, person));
  } else {
    await workWhenDue(work, elapsed, order.perSecond, order.ms);
  }
  for (const agent of agents) agent.destroy();
  return tally.end(elapsed());
}

/** As a balancer has them open: to open them is not what is measured. */
async function openConnections(port: number, agent: Agent | undefined, count: number): Promise<void> {
  const look = { method: 'GET', path: '/healthz', headers: {}, body: null };
  await Promise.all(Array.from({ length: count }, () => answerOf(look, port, agent)));
}

/** People come by chance and know nothing of each other. */
async function workWhenDue(
  work: (due: number) => Promise<void>,
  elapsed: () => number,
  perSecond: number,
  ms: number,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let due = 0;
  while (due < ms) {
    while (due <= elapsed() && due < ms) {
      const one: Promise<void> = work(due).finally(() => underWay.delete(one));
      underWay.add(one);
      due -= (Math.log(1 - Math.random()) * 1000) / perSecond;
    }
    await pause(1);
  }
  await Promise.all(underWay);
}

function chooseOf(shares: Record<string, number>): string {
  let rest = Math.random() * Object.values(shares).reduce((sum, share) => sum + share, 0);
  for (const [name, share] of Object.entries(shares)) if ((rest -= share) < 0) return name;
  return Object.keys(shares)[0] ?? '';
}

function nextRequest(facts: Facts, name: string, studio: number): Request {
  const row = rows.find((each) => each.name === name);
  if (!row) throw new Error(`there is no row ${name}`);
  const key = `${name} ${studio}`;
  const nth = nextOf.get(key) ?? 0;
  nextOf.set(key, nth + 1);
  return requestOf(row, 'app', facts, nth * facts.studios.app.length + studio);
}

function deletion(facts: Facts, studio: number, made: string): Request {
  const { id } = (JSON.parse(made) as { json: { id: string } }).json;
  const body = JSON.stringify({ json: { id } });
  const cookie = facts.studios.app[studio]?.cookie ?? '';
  const headers = { cookie, 'content-type': 'application/json', 'content-length': String(body.length) };
  return { method: 'POST', path: '/rpc/scheduling/classes/delete', headers, body };
}

type Answer = { status: number; text: string; comeBack: string | undefined; sentMs: number };

/** Sends a request and reads its answer to the end; status 0 and the reason where there is none. */
function answerOf({ method, path, headers, body }: Request, port: number, agent: Agent | undefined) {
  return new Promise<Answer>((resolve) => {
    let sent = NaN;
    const sentMs = () => performance.now() - sent;
    const fail = (error: Error) =>
      resolve({ status: 0, text: error.message, comeBack: undefined, sentMs: sentMs() });
    const asked = send({ port, host: '127.0.0.1', agent, method, path, headers, timeout: answerDeadlineMs });
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.on('error', fail);
    asked.on('socket', () => (sent = performance.now()));
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('latin1'),
          comeBack: response.headers['retry-after'],
          sentMs: sentMs(),
        }),
      );
    });
    asked.end(body);
  });
}

type Told = Answer & { name: string; marker: string; due: number; late: number; ms: number };

function startTally({ ms, parts }: Order) {
  const all: number[] = [];
  const late: number[] = [];
  const refused: number[] = [];
  const ofRow: Record<string, number[]> = {};
  const ofPart: number[][] = Array.from({ length: parts }, () => []);
  const statuses: Record<string, number> = {};
  const markers = { own: 0, none: 0, foreign: 0 };
  const surprises: string[] = [];
  let withoutTime = 0;

  function look(text: string, marker: string, name: string): void {
    const found = text.match(anyMarker) ?? [];
    const stranger = found.find((each) => each !== marker);
    markers[stranger ? 'foreign' : found.length > 0 ? 'own' : 'none'] += 1;
    if (stranger && surprises.length < 5) surprises.push(`${name} of${marker} holds${stranger}`);
  }

  return {
    add(told: Told): void {
      statuses[told.status] = (statuses[told.status] ?? 0) + 1;
      late.push(told.late);
      look(told.text, told.marker, told.name);
      if (told.status === 200) {
        all.push(told.ms);
        (ofRow[told.name] ??= []).push(told.ms);
        ofPart[Math.min(parts - 1, Math.floor((told.due / ms) * parts))]?.push(told.ms);
      } else if (told.status === 503 || told.status === 429) {
        refused.push(told.sentMs);
        if (!(Number(told.comeBack) > 0)) withoutTime += 1;
      } else if (surprises.length < 5) {
        surprises.push(`${told.name}: ${told.status} ${told.text.slice(0, 200)}`);
      }
    },
    end: (tookMs: number): Seen => ({
      perSecond: (all.length * 1000) / tookMs,
      all: timesOf(all),
      ofRow: Object.fromEntries(Object.entries(ofRow).map(([name, times]) => [name, timesOf(times)])),
      ofPart: ofPart.map(timesOf),
      statuses,
      refused: { ...timesOf(refused), withoutTime },
      lateP99: timesOf(late).p99,
      markers,
      surprises,
    }),
  };
}

function timesOf(taken: number[]): Times {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}
