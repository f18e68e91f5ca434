import type { Operation, Schema } from '#tests/support/operations.ts';
import type { Kind, Things } from './furnished-studio.ts';

/** What an operation is given: its parameters and the fields of its body, by name. */
export type Input = Record<string, unknown>;
/** Where a value stands in an input: `['enrollmentItems', 0, 'classId']`. */
export type Slot = { at: readonly (string | number)[]; kind: Kind | 'text' | 'other' };

/** What is sent over HTTP. */
export type Request = { method: string; path: string; headers: Record<string, string>; body: string | null };

export function getting(path: string): Request {
  return { method: 'GET', path, headers: {}, body: null };
}

/** An input that is right in every respect, made of a studio's own things. */
export function rightInput(operation: Operation, things: Things): Input {
  const fields: [string, Schema][] = [
    ...operation.parameters.map(({ name, schema }): [string, Schema] => [name, schema]),
    ...Object.entries(propertiesOf(operation.body)),
  ];
  const own = (name: string, schema: Schema) => rightValue(name, schema, { operation, things });
  return {
    ...Object.fromEntries(fields.map(([name, schema]) => [name, own(name, schema)])),
    ...exceptions(things)[operation.operationId],
  };
}

/** Every place of an input, nested ones and those of lists included. */
export function slotsOf(operation: Operation, value: unknown, at: Slot['at'] = []): Slot[] {
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, part]) =>
      slotsOf(operation, part, [...at, Array.isArray(value) ? Number(key) : key]),
    );
  const name = String(at.findLast((each) => typeof each === 'string'));
  const kind = kindNamed(name, operation.path);
  return [{ at, kind: kind ?? (isText(name, value) ? 'text' : 'other') }];
}

/** The input with one value put in its place; `at` may lead to what was not there before. */
export function put(input: Input, [key = '', ...rest]: Slot['at'], value: unknown): Input {
  const copy = (Array.isArray(input) ? [...input] : { ...input }) as Input;
  copy[key] = rest.length === 0 ? value : put(Object(copy[key]) as Input, rest, value);
  return copy;
}

/** A call of the public API. */
export function apiRequest({ method, path, parameters, body }: Operation, input: Input): Request {
  const left = new Map(Object.entries(input));
  const take = (name: string) => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value ?? null));
  };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => take(name));
  const isAsked = method === 'GET' || method === 'DELETE' || (!body && parameters.length > 0);
  const query = isAsked ? [...left.keys()].map((name) => `${encodeURIComponent(name)}=${take(name)}`) : [];
  return {
    method,
    path: `/api${address}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: isAsked ? {} : { 'content-type': 'application/json' },
    body: isAsked ? null : JSON.stringify(Object.fromEntries(left)),
  };
}

/** The same call as the screens make it. */
export function rpcRequest({ method, operationId }: Operation, input: Input): Request {
  const path = `/rpc/${operationId.replaceAll('.', '/')}`;
  const data = JSON.stringify({ json: input });
  return method === 'GET'
    ? { method, path: `${path}?data=${encodeURIComponent(data)}`, headers: {}, body: null }
    : { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: data };
}

function propertiesOf(schema: Schema | null): Record<string, Schema> {
  return (schema?.['properties'] ?? {}) as Record<string, Schema>;
}

type Place = { operation: Operation; things: Things };

function rightValue(name: string, schema: Schema, place: Place): unknown {
  if (schema['type'] === 'array') return [rightValue(name, schema['items'] as Schema, place)];
  const kind = kindNamed(name, place.operation.path);
  if (kind) return place.things[kind];
  const [choice] = (schema['anyOf'] ?? []) as Schema[];
  if (choice) return rightValue(name, choice, place);
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  if (schema['type'] === 'object')
    return Object.fromEntries(
      Object.entries(propertiesOf(schema)).map(([key, part]) => [key, rightValue(key, part, place)]),
    );
  if (schema['type'] === 'boolean') return false;
  return texts[name] ?? (schema['type'] === 'string' ? `own ${name}` : (schema['minimum'] ?? 1));
}

/** What a field named so refers to; `id` is whatever the address is about. */
function kindNamed(name: string, path: string): Kind | undefined {
  return name === 'id' ? kindsOfAddresses[path.split('/')[1] ?? ''] : kindsOfFields[name];
}

const kindsOfFields: Record<string, Kind> = {
  classId: 'class',
  excludeClassId: 'class',
  excludeSessionId: 'oneOff',
  studentId: 'student',
  instructorId: 'instructor',
  roomId: 'room',
  danceTypeId: 'danceType',
  inquiryId: 'inquiry',
  registrationId: 'endedRegistration',
  profileId: 'member',
  userId: 'spareStudent',
  ids: 'cancellation',
  organizationId: 'organization',
  organization_id: 'organization',
};

const kindsOfAddresses: Record<string, Kind> = {
  attendance: 'attendance',
  'one-off-sessions': 'oneOff',
  sessions: 'session',
  organizations: 'organization',
  classrooms: 'spareRoom',
  'dance-types': 'spareDanceType',
  classes: 'class',
  cancellations: 'cancellation',
  inquiries: 'inquiry',
  instructors: 'spareInstructor',
  students: 'student',
  people: 'student',
  subscriptions: 'subscription',
};

const texts: Record<string, string> = {
  date: '2026-11-16',
  sessionDate: '2026-11-24',
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  paidOn: '2026-11-20',
  enrolledOn: '2026-11-20',
  start: '2026-11-16',
  end: '2026-11-22',
  from: '08:00',
  to: '22:00',
  startTime: '12:00',
  endTime: '13:00',
  appliesFrom: '2026-11-16',
  sessionStartDate: '2026-12-01',
  sessionEndDate: '2027-05-31',
  timeZone: 'America/New_York',
  email: 'new-person@barre.test',
  gender: 'Female',
  dateOfBirth: '2015-04-30',
  date_of_birth: '2015-04-30',
  idempotencyKey: 'a-key-of-our-own',
  text: 'full_name,email\nNew Person,new-person@barre.test\n',
};

/** Where fields of one operation depend on each other. */
const exceptions = (things: Things): Record<string, Input> => ({
  'attendance.correct': { version: 2 },
  'organization.update': { version: 2 },
  'organization.profile.save': { school: null },
  'payments.add': { paymentsSeen: null },
  'enrollment.enroll': { studentId: things.spareStudent },
  'leads.undoConversion': { id: things.convertedInquiry, version: 2 },
  'enrollment.update': { registrationId: things.registration, enrolledOn: '2026-11-02', since: null },
  'scheduling.oneOffs.cancel': { sessionDate: null, startTime: null },
  'attendance.dailyLog': { date: '2026-11-18' },
  'cancellations.create': { date: '2026-11-30' },
  'scheduling.oneOffs.create': { inquiryId: null, classId: null },
  'scheduling.oneOffs.update': { inquiryId: null, classId: null },
  // When every studio here has a class.
  'scheduling.checkForScheduleConflict': { sessionDate: null, startTime: '17:00', endTime: '18:00' },
  'insights.rows': { only: null },
});

function isText(name: string, value: unknown): boolean {
  return typeof value === 'string' && (!texts[name] || ['email', 'idempotencyKey', 'text'].includes(name));
}
