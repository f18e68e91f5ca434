import { Agent, request as send, type ClientRequest } from 'node:http';
import { readFacts, requestOf, rows, type Request, type Target } from './rows.ts';

/** What to ask for, over so many connections, for so long: one row's requests, or given ones in turn. */
export type Shot = RowShot | (Aim & { requests: Request[] });
type Aim = { port: number; connections: number; ms: number };
export type RowShot = Aim & {
  row: string;
  target: Target;
  factsFile: string;
  /** Requests are numbered from here, so that no two of a run ask for the same thing. */
  from: number;
};

export type Result = {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  bytes: number;
  failure: string | null;
};

const answerDeadlineMs = 15_000;

process.on('message', (shot: Shot) => {
  void fire(shot).then((result) => process.send?.(result));
});

async function fire(shot: Shot): Promise<Result> {
  const { port, connections, ms } = shot;
  const requestNumber = 'requests' in shot ? inTurn(shot.requests) : ofRow(shot);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let failure: string | null = null;
  let bytes = 0;
  let next = 0;
  const started = performance.now();
  const connection = async () => {
    while (performance.now() - started < ms && !failure) {
      const sent = performance.now();
      const { method, path, headers, body } = requestNumber(next++);
      const request = send({
        port,
        host: '127.0.0.1',
        agent,
        method,
        path,
        headers,
        timeout: answerDeadlineMs,
      });
      const { problem, length } = await outcome(request, body);
      failure ??= problem;
      bytes += length;
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? NaN;
  return { requests: latencies.length, seconds, p50: at(0.5), p99: at(0.99), bytes, failure };
}

function ofRow({ row: name, target, factsFile, from }: RowShot): (nth: number) => Request {
  const row = rows.find((each) => each.name === name);
  if (!row) throw new Error(`there is no row ${name}`);
  const facts = readFacts(factsFile);
  return (nth) => requestOf(row, target, facts, from + nth);
}

function inTurn(requests: Request[]): (nth: number) => Request {
  return (nth) => {
    const request = requests[nth % requests.length];
    if (!request) throw new Error('there is nothing to ask');
    return request;
  };
}

type Outcome = { problem: string | null; length: number };

/** Sends a request and reads its answer to the end. */
function outcome(request: ClientRequest, body: string | null): Promise<Outcome> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ problem: error.message, length: 0 });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', fail);
    request.on('response', (response) => {
      const status = response.statusCode ?? 500;
      let length = 0;
      let text = '';
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (status >= 300) text += chunk.toString();
      });
      response.on('end', () =>
        resolve({ problem: status < 300 ? null : `${status} ${text.slice(0, 300)}`, length }),
      );
      response.on('error', fail);
    });
    request.end(body);
  });
}
