import { POOL_SIZE } from '#platform/config.ts';
import type { Figures } from './measure.ts';
import type { PeerName } from './peer-questions.ts';
import peers from './peers/package.json' with { type: 'json' };
import { cpu, keptBack, machine, rate, table, told, verdict } from './report.ts';
import type { Size } from './studios.ts';

/** What came of a question to Barre and a peer. */
export type Match = {
  about: string;
  hasGoal: boolean;
  connections: number;
  /** Of how many studios in the database. */
  place: string;
  peer: PeerName;
  barre: Figures;
  figures: Figures;
  /** Barre's rate as a multiple of the peer's, the median of the rounds' own. */
  times: number;
  /** The same by processor time, the database's included. */
  timesByCpu: number;
};

type Whole = {
  matches: Match[];
  /** The share of the processors' time that the host of the machine kept back meanwhile. */
  stolenShare: number;
  studios: number;
  size: Size;
  roundMs: number;
  postgres: string;
};

const goals: Record<PeerName, number> = { PostGraphile: 3, Directus: 25 };

/** The table, in Markdown. */
export function peersTable(matches: Match[]): string {
  const measured = ['requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'kB'];
  return table(
    [
      'Work',
      'At once',
      'Studios',
      `Barre: ${measured[0]}`,
      ...measured.slice(1),
      'Peer',
      ...measured,
      'Times',
      'by CPU',
      'Goal',
    ],
    matches.map(({ about, hasGoal, connections, place, peer, barre, figures, times, timesByCpu }) => [
      about,
      String(connections),
      place,
      ...shown(barre),
      peer,
      ...shown(figures),
      told(times),
      told(timesByCpu),
      hasGoal ? verdict(times >= goals[peer], `>= ${goals[peer]}`) : '',
    ]),
  );
}

function shown(figures: Figures): string[] {
  const { p50, p99, kilobytes } = figures;
  return [rate(figures), told(p50), told(p99), cpu(figures), kilobytes.toFixed(1)];
}

/** The page that keeps the latest run. */
export function peersPage({ matches, stolenShare, studios, size, roundMs, postgres }: Whole): string {
  const { directus, postgraphile } = peers.dependencies;
  return `# Barre beside its peers

\`npm run bench:peers\` writes this page. \`npm run bench:peers -- --quick\` takes short rounds and one studio, and writes nothing. What it needs besides is installed when it runs: 1.1 GB in \`bench/peers\`.

Measured ${new Date().toISOString().slice(0, 10)} on ${machine()}, ${postgres}. Load generator, database and servers share the machine. ${keptBack(stolenShare)} Above a tenth, single rows are chance.

PostGraphile ${postgraphile} and Directus ${directus} make an API of any PostgreSQL database. All three are one process of Node on the same data, with a pool of ${POOL_SIZE} connections, and are asked in turn, round after round; every figure is the median of three rounds of ${roundMs / 1000} s after a warm-up, "times" the median of the rounds' own. What they answer is compared first: the same classes with the same instructors, rooms and dance types, the same insights; where it differs nothing is measured.

- **Barre** is asked as its pages ask it, with the cookie of a session, and looks up whose it is and what they may.
- **PostGraphile** acts as \`barre_app\` for the studio of the request, by the same row-level security on the same tables. A signed token names the studio, so that nobody has to be looked up. It runs by its amber preset, in production, with its statements prepared. Its list is one query that leaves out how many are enrolled and which dates are cancelled; Barre's answer holds these, too.
- **Directus** takes tables with a key of one column only: it has copies of four, with row-level security of the same kind. It does not tell the database whose request it is, so its connections are one studio's. It is called by its administrator, whom it looks up by a token and whose rights it need not ask. What several studios ask in turn is not asked of it.
- **The classes of one dance type** are no request of Barre's: its page has the whole list and filters that. It is asked for the whole list where a peer finds a few classes.
- **Insights** are in no peer. PostGraphile is given the very statement Barre sends, as a function of the database that keeps its plan; Directus is not asked. The database does most of the work then, and it is the same work; there is no goal for it.

Barre answers reads of the same text that wait for their turn at the same time with one statement (docs/decisions/014); the peers answer each request with a statement of its own. At one connection nothing is shared; at 32, most of what one studio asks is. Where ${studios} studios ask in turn, each for its own, nothing is, and what is left is the way of a request.

The studio has ${size.classes} classes and ${size.students} students and looks back on ${size.months} months of attendance and payments. CPU is that of the server process plus that of the database, per request.

${peersTable(matches)}
`;
}
