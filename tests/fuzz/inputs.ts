import type { Random } from '#server/demo/random.ts';
import { addDays } from '#shared/local-date.ts';
import { timeOfMinutes } from '#shared/time-range.ts';
import type { Operation, Schema } from '#tests/support/operations.ts';
import { testToday } from '#tests/support/test-app.ts';
import { importFile } from './import-files.ts';
import { hostileValue, raw, unknownFields, validTexts, type Kind } from './values.ts';
import type { Pool, World } from './world.ts';

export type Input = Record<string, unknown>;
type Draw = { random: Random; world: World; operation: Operation };

/** What an operation takes, parameters and body in one: as far as its schemas tell, and with ids that are there. */
export function validInput(draw: Draw): Input {
  const { operation } = draw;
  const input: Input = {};
  for (const { name, required, schema } of operation.parameters)
    if (required || draw.random.chance(0.6)) input[name] = validValue(draw, name, schema);
  if (operation.body) Object.assign(input, validGroup(draw, operation.body));
  arrange(draw, input);
  return input;
}

/**
 * Changes one to three fields for the worse; gives their paths. Those in `kept` stay there, with another value: they
 * are part of an address.
 */
export function spoil(
  random: Random,
  input: Input,
  ids: readonly string[],
  kept: readonly string[],
): string[] {
  return Array.from({ length: random.whole(1, 3) }, () => {
    const places = placesIn(input);
    const place = random.chance(0.85) && places.length > 0 ? random.pick(places) : null;
    if (place === null || random.chance(0.06)) return addField(random, place?.holder ?? input);
    if (!kept.includes(place.path) && random.chance(0.15)) delete place.holder[place.key];
    else place.holder[place.key] = hostileValue(random, place.kind, ids);
    return place.path;
  });
}

function addField(random: Random, holder: Input): string {
  if (random.chance(0.3)) {
    // Not by assignment, which would change what the object inherits.
    const value = { value: { isAdmin: true }, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(holder, '__proto__', value);
    return '__proto__';
  }
  const name = random.pick(unknownFields);
  holder[name] = random.pick<unknown>([1, null, {}, raw('{"a":1,"a":2}'), random.pick(validTexts)]);
  return name;
}

type Place = { holder: Input; key: string; path: string; kind: Kind };

function placesIn(value: Input, prefix = ''): Place[] {
  return Object.entries(value).flatMap(([key, part]) => {
    const path = prefix + key;
    const own: Place = { holder: value, key, path, kind: kindOf(key, part) };
    const inner = part !== null && typeof part === 'object' ? placesIn(part as Input, `${path}.`) : [];
    return [own, ...inner];
  });
}

function kindOf(name: string, value: unknown): Kind {
  if (typeof value === 'boolean') return 'flag';
  if (typeof value === 'number') return 'number';
  if (Array.isArray(value)) return 'list';
  if (value !== null && typeof value === 'object') return 'group';
  if (/(^id|Id|_id)$/.test(name)) return 'id';
  if (isDay(name)) return 'date';
  if (isTime(name)) return 'time';
  return /amount|salary|rate|number_of/i.test(name) ? 'number' : 'text';
}

const isDay = (name: string) => /date|birth|paidOn|^(start|end)$/i.test(name);
const isTime = (name: string) => /time$|^(from|to)$/i.test(name);

function validGroup(draw: Draw, schema: Schema): Input {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = (schema['required'] ?? []) as string[];
  const group: Input = {};
  for (const [name, field] of Object.entries(properties))
    if (required.includes(name) || draw.random.chance(0.75)) group[name] = validValue(draw, name, field);
  putInOrder(group);
  return group;
}

function validValue(draw: Draw, name: string, schema: Schema): unknown {
  const { random } = draw;
  const named = validNames[name] ?? null;
  if (named) return named(draw, schema);
  const choices = schema['anyOf'] as Schema[] | undefined;
  if (choices) {
    const chosen = choices.find(({ type }) => type !== 'null') ?? {};
    return random.chance(0.15) && choices.length > 1 ? null : validValue(draw, name, chosen);
  }
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as unknown[]);
  switch (schema['type']) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return validNumber(random, schema);
    case 'array':
      return validList(draw, name, schema);
    case 'object':
      return validGroup(draw, schema);
    default:
      return validText(draw, name, schema);
  }
}

function validNumber(random: Random, { minimum, maximum }: Schema): number {
  const [min, max] = [Number(minimum ?? 0), Number(maximum ?? 1000)];
  return random.chance(0.2) ? random.pick([min, max]) : random.whole(min, Math.min(max, min + 50_000));
}

function validList(draw: Draw, name: string, { items, minItems = 0 }: Schema): unknown[] {
  const length = Math.max(Number(minItems), draw.random.whole(0, 3));
  const list = Array.from({ length }, () => validValue(draw, name, (items ?? {}) as Schema));
  // Each class, student and weekday may be named once.
  const told = (item: unknown) =>
    JSON.stringify((item as Input)['classId'] ?? (item as Input)['studentId'] ?? item);
  return list.filter((item, nth) => list.findIndex((other) => told(other) === told(item)) === nth);
}

function validText({ random, world }: Draw, name: string, { maxLength, format }: Schema): string {
  if (format === 'uuid' || /(Id|_id|^id)$/.test(name)) return random.pick(world.ids.students);
  if (isDay(name)) return aDay(random);
  if (isTime(name)) return aTime(random);
  const text = random.chance(0.5) ? random.pick(validTexts) : 'Plain Jane';
  // Names of rooms and dance types are there once.
  const own = name === 'name' ? `${text.slice(0, 40)} ${random.whole(1, 1e9)}` : text;
  return own
    .slice(0, Number(maxLength ?? 200))
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
}

function aDay(random: Random): string {
  return addDays(testToday, random.whole(-500, 400));
}

// Within a few hours in five-minute steps, so that not every booking runs into another.
function aTime(random: Random): string {
  return timeOfMinutes(random.pick([6, 11, 15, 20]) * 60 + random.whole(0, 12) * 5);
}

const from =
  (pool: Pool) =>
  ({ random, world }: Draw) =>
    random.pick(world.ids[pool]);
const from0 = (pool: Pool) => (draw: Draw) => (draw.random.chance(0.4) ? null : from(pool)(draw));
const email = ({ random }: Draw) => `p${random.whole(1, 1e9)}@barre.test`;
const major = ({ random }: Draw) =>
  random.pick([0, 12, 12.5, 120.55, '120.50', '0', 9_999_999.99, random.whole(1, 5000)]);

const validNames: Record<string, (draw: Draw, schema: Schema) => unknown> = {
  classId: from('classes'),
  instructorId: from('instructors'),
  roomId: from('classrooms'),
  danceTypeId: from('danceTypes'),
  studentId: from('students'),
  inquiryId: from('inquiries'),
  profileId: from('team'),
  registrationId: (draw) =>
    from(draw.operation.operationId === 'enrollment.update' ? 'registrations' : 'endedRegistrations')(draw),
  ids: (draw) => [from('cancellations')(draw)],
  userId: (draw) => from(draw.random.chance(0.5) ? 'students' : 'instructors')(draw),
  excludeClassId: from0('classes'),
  excludeSessionId: from0('oneOffs'),
  organizationId: ({ world, random }) => (random.chance(0.5) ? world.organizationId : null),
  organization_id: ({ world, random }) => (random.chance(0.5) ? world.organizationId : null),
  id: (draw) => from(poolOf(draw.operation))(draw),
  email,
  gender: ({ random }) => random.pick(['Female', 'Male', '', null]),
  timeZone: ({ random }) =>
    random.pick(['America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']),
  dateOfBirth: ({ random }) => addDays('2015-06-15', random.whole(-20_000, 3000)),
  date_of_birth: ({ random }) => addDays('2015-06-15', random.whole(-20_000, 3000)),
  paidOn: ({ random }) => addDays(testToday, -random.whole(0, 500)),
  ignoreRoomConflict: ({ random }) => random.chance(0.8),
  idempotencyKey: ({ random }) => `key-00${random.whole(1, random.chance(0.75) ? 1e12 : 5)}`,
  amount_paid: major,
  fixed_salary: major,
  rate_per_class: major,
  percentage_rate: ({ random }) => random.pick([0, 100, 12.5, '33.33', 7]),
  percentageRate: ({ random }) => random.pick([0, 100, 12.5, 33.33, null]),
  number_of_sessions: ({ random }) => random.pick([1, 10, '12', 10_000]),
  limit: ({ random }) => random.whole(1, 100),
  page: ({ random }) => random.pick([1, 1, 2, 100_000]),
  text: ({ random, world }) => importFile(random, 'students', world),
};

const pools: Record<string, Pool> = {
  classes: 'classes',
  classrooms: 'classrooms',
  'dance-types': 'danceTypes',
  cancellations: 'cancellations',
  'one-off-sessions': 'oneOffs',
  inquiries: 'inquiries',
  instructors: 'instructors',
  students: 'students',
  people: 'students',
  subscriptions: 'subscriptions',
  attendance: 'logs',
  sessions: 'sessions',
  organizations: 'organizations',
};

/** Whose ids an operation's `{id}` is. */
export function poolOf({ path, operationId }: Operation): Pool {
  if (operationId === 'leads.undoConversion') return 'converted';
  const pool = pools[path.split('/')[1] ?? ''];
  if (!pool) throw new Error(`nobody knows whose id is meant in ${path}`);
  return pool;
}

const spans = [
  ['start', 'end'],
  ['startDate', 'endDate'],
  ['start_date', 'end_date'],
  ['startTime', 'endTime'],
  ['sessionStartDate', 'sessionEndDate'],
] as const;

function putInOrder(group: Input): void {
  for (const [start, end] of spans) {
    const [first, last] = [group[start], group[end]];
    if (typeof first !== 'string' || typeof last !== 'string') continue;
    if (first > last) [group[start], group[end]] = [last, first];
    if (first === last && start === 'startTime') [group[start], group[end]] = ['09:15', '09:45'];
  }
}

/** A log of a class that has somebody in it, on a day it took place. */
function aLog(random: Random, { registered }: World): Input {
  const { classId } = random.pick(registered);
  const entries = registered
    .filter((each) => each.classId === classId && random.chance(0.8))
    .map(({ studentId }) => ({ studentId, isPresent: random.chance(0.7) }));
  return { classId, date: addDays(testToday, -random.whole(1, 40)), entries, instructorId: null };
}

/** What schemas can not say: which fields go together. */
function arrange(draw: Draw, input: Input): void {
  putInOrder(input);
  const { random, world, operation } = draw;
  const { operationId } = operation;
  if (operationId === 'scheduling.calendar')
    input['end'] = addDays(String(input['start']), random.whole(0, 60));
  // Days far from all others, or soon nothing would take place any more.
  if (operationId === 'scheduling.cancellations.cancelDays') {
    input['start'] = addDays(testToday, random.whole(400, 800));
    input['end'] = addDays(String(input['start']), random.whole(0, 6));
  }
  if (operationId === 'enrollment.remove') Object.assign(input, random.pick(world.registered));
  if (operationId === 'enrollment.update')
    Object.assign(input, { enrolledOn: addDays(testToday, -random.whole(0, 5)), since: null });
  if (operationId === 'scheduling.oneOffs.cancel')
    Object.assign(input, { sessionDate: null, startTime: null });
  if (operationId === 'attendance.save') Object.assign(input, aLog(random, world));
  if (operationId === 'leads.scheduleTryout') input['sessionDate'] = addDays(testToday, random.whole(0, 400));
  if (operationId === 'scheduling.checkForScheduleConflict')
    delete input[random.chance(0.5) ? 'daysOfWeek' : 'sessionDate'];
  if (operationId.startsWith('data.'))
    input['text'] = importFile(random, String(input['kind']) as 'students', world);
  if (input['role'] === 'instructor') delete input['enrollmentItems'];
  if ('full_name' in input) input['full_name'] ??= 'Plain Jane';
  else if ('fullName' in input) input['fullName'] ??= 'Plain Jane';
  if (operationId.startsWith('functions.add') || operationId.startsWith('functions.admin'))
    input['fullName'] ??= 'Plain Jane';
  if ('payment_type' in input) input['fixed_salary'] ??= 0;
  if (input['isPaid']) input['priceCents'] = random.whole(1, 9000);
  for (const terms of [input, input['payTerms'] as Input | null])
    if (terms && 'paymentType' in terms)
      Object.assign(terms, { fixedSalaryCents: 1, ratePerClassCents: 1, percentageRate: 1 });
}
