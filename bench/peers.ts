import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { startApp, startWorker, watchStolenTime, type Server } from './child.ts';
import type { Result, Shot } from './load.ts';
import { median, medianFigures, weigh, work, type Bench, type Figures } from './measure.ts';
import { exposeInsights, peerNames, questionsWith, type PeerName, type Question } from './peer-questions.ts';
import { startPeer } from './peer-servers.ts';
import { peersPage, peersTable, type Match } from './peers-report.ts';
import type { Statement } from './recorder.ts';
import { requestOf, rows, variants, type Facts, type Request, type Studio } from './rows.ts';
import { run, say, toStop } from './run.ts';
import { databasePids, onDatabase, prepare, readStudios, serverSettings, type Prepared } from './setup.ts';

// npm run bench:peers                 Barre beside PostGraphile and Directus; writes docs/benchmarks-peers.md
// npm run bench:peers -- --quick      short rounds, one studio, writes nothing
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const studios = values.quick ? 1 : 200;
const size = { classes: 50, students: 1000, months: 3 };
const roundMs = values.quick ? 800 : 3_000;
const roundsMeasured = 3;
const warmUpMs = 2_000;
const deadlineMs = 40 * 60_000;

/** Whose data is asked for, in turn where there are several, and who answers. */
type Place = { about: string; asked: Studio[]; barre: Server; peers: Partial<Record<PeerName, Server>> };
type Asked = { server: Server; requests: Request[] };
type AskedPeer = Asked & { name: PeerName; read: (answer: unknown) => unknown };
type Contest = { question: Question; place: Place; barre: Asked; peers: AskedPeer[] };

async function main(): Promise<void> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error('the benchmarks need a PostgreSQL server');
  toStop.push(postgres.stop);
  say(`Filling the databases (${studios === 1 ? 'one studio' : `${studios} studios`}) ...`);
  const prepared = await prepare(postgres.url, size, studios, ['list-classes', 'insights-month']);
  const insights = prepared.recordings['insights-month']?.sent ?? [];
  const places = await openPlaces(prepared, insights);
  const load = startWorker<Shot, Result>('load.ts');
  toStop.push(load.stop);
  const range = { ask: load.ask, databasePids: () => databasePids(prepared.oneUrl) };
  const stolen = watchStolenTime();
  const matches: Match[] = [];
  for (const question of questionsWith(insights)) {
    for (const place of places) {
      const contest = contestOf(question, place, prepared.facts);
      await compare(contest);
      for (const connections of [1, 32]) matches.push(...(await measure(range, contest, connections)));
    }
  }
  console.log(`\n${peersTable(matches)}\n`);
  const whole = { matches, stolenShare: stolen(), studios, size, roundMs, postgres: prepared.postgres };
  if (!values.quick) writeFileSync(new URL('../docs/benchmarks-peers.md', import.meta.url), peersPage(whole));
}

async function openPlaces({ oneUrl, manyUrl, facts }: Prepared, insights: Statement[]): Promise<Place[]> {
  const { app, many } = facts.studios;
  const one = { about: '1', asked: app, ...(await startAll(oneUrl, insights, app)) };
  if (!manyUrl) return [one];
  const { barre, peers } = await startAll(manyUrl, insights, many);
  const all = await onDatabase(manyUrl, (admin) => readStudios(admin));
  const alike = all.filter(({ email }) => email.endsWith(app[0]?.email ?? ''));
  const { Directus: _, ...tellingApart } = peers;
  return [
    one,
    { about: `1 of ${studios}`, asked: many, barre, peers },
    { about: `${studios} in turn`, asked: alike, barre, peers: tellingApart },
  ];
}

async function startAll(url: string, insights: Statement[], [studio]: Studio[]) {
  if (!studio) throw new Error('there is no studio');
  await onDatabase(url, (admin) => exposeInsights(admin, insights));
  const barre = await startApp(serverSettings(url));
  toStop.push(barre.stop);
  const peers: Place['peers'] = {};
  for (const name of peerNames) {
    const server = await startPeer[name](url, studio);
    toStop.push(server.stop);
    peers[name] = server;
  }
  return { barre, peers };
}

/** Every variant of every studio, in the same order for all. */
function contestOf(question: Question, place: Place, { today, studios: known }: Facts): Contest {
  const { asked } = place;
  const row = rows.find(({ name }) => name === question.row);
  if (!row) throw new Error(`there is no row ${question.row}`);
  const facts = { today, studios: { ...known, app: asked } };
  const requests = countTo(variants * asked.length).map((nth) => requestOf(row, 'app', facts, nth));
  const peers = peerNames.flatMap((name): AskedPeer[] => {
    const server = place.peers[name];
    const asking = question.ofPeer[name];
    if (!server || !asking) return [];
    const ofStudios = asked.map((studio) => asking.requests(studio));
    const inTurn = countTo(variants).flatMap((nth) =>
      ofStudios.flatMap((each) => each[nth % each.length] ?? []),
    );
    return [{ name, server, requests: inTurn, read: asking.read }];
  });
  return { question, place, barre: { server: place.barre, requests }, peers };
}

function countTo(count: number): number[] {
  return Array.from({ length: count }, (_, nth) => nth);
}

/** Each variant, of another studio where there are some: who says something else is not worth measuring. */
async function compare({ question, place: { about, asked }, barre, peers }: Contest): Promise<void> {
  for (const variant of countTo(variants)) {
    const studio = asked[variant % asked.length];
    const nth = variant * asked.length + (variant % asked.length);
    const { json: own } = (await answerOf(barre, nth)) as { json: unknown };
    for (const { name, read, ...peer } of peers) {
      const answer = await answerOf(peer, nth);
      if (!studio || !question.isSame(own, read(answer), variant, studio))
        throw new Error(
          `${question.name}, ${about}: ${name} says ${JSON.stringify(answer)}, not ${JSON.stringify(own)}`,
        );
    }
  }
}

async function answerOf({ server: { port }, requests }: Asked, nth: number): Promise<unknown> {
  const { path = '', ...request } = requests[nth] ?? {};
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

/** Measures all in turn, round after round, so that what else the machine does meets them alike. */
async function measure(
  range: Pick<Bench, 'ask' | 'databasePids'>,
  { question, place, barre, peers }: Contest,
  connections: number,
): Promise<Match[]> {
  const rounds: Figures[][] = [];
  for (let round = 0; round <= roundsMeasured; round++) {
    const isWarmUp = round === 0;
    const figures: Figures[] = [];
    for (const { name, server, requests } of [{ ...barre, name: 'Barre' }, ...peers]) {
      const shot = { requests, port: server.port, connections, ms: isWarmUp ? warmUpMs : roundMs };
      figures.push(await weigh(range, server, shot, `${question.name}, asked of ${name}`));
    }
    if (!isWarmUp) rounds.push(figures);
  }
  return peers.map(({ name }, nth) => {
    const pairs = rounds.flatMap(([own, ...others]) =>
      own && others[nth] ? [{ own, peer: others[nth] }] : [],
    );
    const match = {
      about: question.about,
      hasGoal: question.hasGoal,
      connections,
      place: place.about,
      peer: name,
      barre: medianFigures(pairs.map(({ own }) => own)),
      figures: medianFigures(pairs.map(({ peer }) => peer)),
      times: median(pairs.map(({ own, peer }) => own.perSecond / peer.perSecond)),
      timesByCpu: median(pairs.map(({ own, peer }) => work(peer) / work(own))),
    };
    say(`${question.name} x${connections}, ${place.about}: ${match.times.toFixed(2)} times ${name}`);
    return match;
  });
}

run(main, deadlineMs);
