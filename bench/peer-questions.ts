import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Insights } from '#features/insights/schema.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';
import { ColumnNames } from '#platform/camel-case.ts';
import type { Statement } from './recorder.ts';
import { contentHeaders, limitToken, type Request, type Studio } from './rows.ts';

export const peerNames = ['PostGraphile', 'Directus'] as const;
export type PeerName = (typeof peerNames)[number];

/** What Barre and its peers are all asked. */
export type Question = {
  name: string;
  about: string;
  /** Whether Barre is to be some times as fast: not where the peers are given its own statement. */
  hasGoal: boolean;
  /** The row that asks Barre. */
  row: string;
  ofPeer: Partial<Record<PeerName, Asking>>;
  /** Whether what a peer has answered to its request number `nth` is what Barre has answered to its own. */
  isSame(own: unknown, said: unknown, nth: number, studio: Studio): boolean;
};

type Asking = {
  /** Sent in turn. */
  requests(studio: Studio): Request[];
  /** What an answer says, in the words of Barre's. */
  read(answer: unknown): unknown;
};

type Class = Pick<ClassRule, 'id' | 'name' | 'danceType' | 'instructor' | 'room'>;

const order = 'orderBy: [START_TIME_ASC, NAME_ASC]';
const fields = `nodes {
  id: rowId name classType daysOfWeek startTime endTime sessionStartDate sessionEndDate isRoomConflictIgnored version
  danceType: danceTypeByOrganizationIdAndDanceTypeId { id: rowId name }
  instructor: profileByOrganizationIdAndInstructorIdAndInstructorRole { id: rowId fullName }
  room: classroomByOrganizationIdAndRoomId { id: rowId name }
}`;
const allClasses = `{ allClasses(condition: { archivedAt: null }, ${order}) { ${fields} } }`;
const classesOfType = `query ($danceTypeId: UUID!) {
  allClasses(condition: { archivedAt: null, danceTypeId: $danceTypeId }, ${order}) { ${fields} }
}`;
const columns =
  'id,name,class_type,days_of_week,start_time,end_time,session_start_date,session_end_date,is_room_conflict_ignored,version,dance_type_id.id,dance_type_id.name,instructor_id.id,instructor_id.full_name,room_id.id,room_id.name';

const readNodes = (answer: unknown) =>
  (answer as { data: { allClasses: { nodes: Class[] } } }).data.allClasses.nodes;

/** What is asked; the insights with the values that Barre's own statement for them is sent with. */
export function questionsWith(insights: Statement[]): Question[] {
  return [
    {
      name: 'list-classes',
      about: 'List 50 classes with instructor, room and dance type',
      hasGoal: true,
      row: 'list-classes',
      ofPeer: {
        PostGraphile: { requests: (studio) => [graphql(studio, allClasses)], read: readNodes },
        Directus: { requests: () => [items()], read: readItems },
      },
      isSame: (own, said) => areSame(own as Class[], said as Class[]),
    },
    {
      name: 'filter-classes',
      about: 'Of these the classes of one dance type',
      hasGoal: true,
      row: 'list-classes',
      ofPeer: {
        PostGraphile: {
          requests: (studio) =>
            studio.danceTypeIds.map((danceTypeId) => graphql(studio, classesOfType, { danceTypeId })),
          read: readNodes,
        },
        Directus: { requests: ({ danceTypeIds }) => danceTypeIds.map(items), read: readItems },
      },
      isSame: (own, said, nth, { danceTypeIds }) =>
        areSame(
          (own as Class[]).filter(({ danceType }) => danceType.id === danceTypeIds[nth]),
          said as Class[],
        ),
    },
    {
      name: 'insights-month',
      about: 'Insights for a month',
      hasGoal: false,
      row: 'insights-month',
      ofPeer: {
        PostGraphile: { requests: (studio) => callsOf(studio, insights), read: readInsights },
      },
      isSame: (own, said) => holds(own as Insights, said as Record<string, object>),
    },
  ];
}

function graphql(studio: Studio, query: string, variables: object = {}): Request {
  const body = JSON.stringify({ query, variables });
  const headers = {
    authorization: limitToken(studio.organizationId),
    accept: 'application/graphql-response+json',
    ...contentHeaders(body),
  };
  return { method: 'POST', path: '/graphql', headers, body };
}

export const directusToken = 'a-token-only-benchmarks-know-long-enough';

function items(danceTypeId?: string): Request {
  const query = new URLSearchParams({
    fields: columns,
    'filter[archived_at][_null]': 'true',
    ...(danceTypeId && { 'filter[dance_type_id][_eq]': danceTypeId }),
    sort: 'start_time,name',
    limit: '-1',
  });
  const headers = { authorization: `Bearer ${directusToken}` };
  return { method: 'GET', path: `/items/classes?${query}`, headers, body: null };
}

function readItems(answer: unknown): Class[] {
  const { data } = answer as { data: Record<string, never>[] };
  return (new ColumnNames().translated(data) as Record<string, never>[]).map(
    ({ danceTypeId: danceType, instructorId: instructor, roomId: room, ...rest }) =>
      ({ ...rest, danceType, instructor, room }) as unknown as Class,
  );
}

function areSame(own: Class[], said: Class[]): boolean {
  const shown = (classes: Class[]) =>
    classes
      .map(({ id, name, danceType, instructor, room }) => ({ id, name, danceType, instructor, room }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return own.length > 0 && isDeepStrictEqual(shown(own), shown(said));
}

function readInsights(answer: unknown): unknown {
  return new ColumnNames().translated((answer as { data: { insights: [] } }).data.insights)[0];
}

/** Barre adds rates, and takes from two lists what only tells classes of one name apart. */
function holds(own: Insights, said: Record<string, object>): boolean {
  const { figures, previous, mostPopularClasses: _, revenueByClass: __, ...panels } = said;
  const told = { ...own, ...panels, ...figures, previous: { ...own.previous, ...previous } };
  return figures !== undefined && isDeepStrictEqual(told, own);
}

const graphqlTypes = { date: 'Date', text: 'String' };

function callsOf(studio: Studio, insights: Statement[]): Request[] {
  const { parameters } = functionOf(insights);
  const given = parameters.map(({ name, type }) => `$${name}: ${graphqlTypes[type]}!`);
  const passed = parameters.map(({ name }) => `${name}: $${name}`);
  const query = `query (${given.join(', ')}) { insights: benchInsights(${passed.join(', ')}) }`;
  return insights.map(({ values }) =>
    graphql(studio, query, Object.fromEntries(parameters.map(({ name, nth }) => [name, values[nth]]))),
  );
}

/** Barre's statement and its parameters, as one where they always get the same value. */
function functionOf(statements: Statement[]) {
  // Of the first one two ends happen to be the same day.
  const sample = statements.at(-1);
  if (!sample) throw new Error('the insights were not recorded');
  const distinct = [...new Set(sample.values)];
  const parameters = distinct.map((value, index) => ({
    name: `p${index + 1}`,
    type: /^\d{4}-\d\d-\d\d$/.test(String(value)) ? ('date' as const) : ('text' as const),
    nth: sample.values.indexOf(value),
  }));
  const text = sample.text.replace(
    /\$(\d+)/g,
    (_, number) => `$${distinct.indexOf(sample.values[Number(number) - 1]) + 1}`,
  );
  return { parameters, text };
}

/**
 * PostGraphile has no insights: it is given Barre's own statement as a function, in a language that keeps its plan as
 * long as the connection lasts.
 */
export async function exposeInsights(admin: pg.Client, insights: Statement[]): Promise<void> {
  const { parameters, text } = functionOf(insights);
  const taken = parameters.map(({ name, type }) => `${name} ${type}`).join(', ');
  await admin.query(`create function bench_insights(${taken}) returns json language plpgsql stable
    as $body$ begin return (${text}); end $body$`);
}
