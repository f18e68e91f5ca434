import type { TenantScope } from '#platform/database.ts';
import { testNow, type Actor, type TestApp } from './test-app.ts';

// Rows for tests, made past the API so that one feature's tests do not lean on another's procedures.
// What a row needs and was not given is made with it.

let made = 0;
const nth = () => ++made;

export async function makeClassroom(
  app: TestApp,
  by: Actor,
  { name = `Room ${nth()}` } = {},
): Promise<string> {
  return await app.database
    .inTenant(by, (db) =>
      db.insertInto('classrooms').values({ name }).returning('id').executeTakeFirstOrThrow(),
    )
    .then(({ id }) => id);
}

export async function makeDanceType(
  app: TestApp,
  by: Actor,
  { name = `Style ${nth()}` } = {},
): Promise<string> {
  return await app.database
    .inTenant(by, (db) =>
      db.insertInto('danceTypes').values({ name }).returning('id').executeTakeFirstOrThrow(),
    )
    .then(({ id }) => id);
}

export async function makeInstructor(
  app: TestApp,
  by: Actor,
  { fullName = `Ina Instructor ${nth()}` } = {},
): Promise<string> {
  return await makeProfile(app, by, 'instructor', fullName);
}

export async function makeStudent(
  app: TestApp,
  by: TenantScope,
  { fullName = `Stu Student ${nth()}` } = {},
): Promise<string> {
  return await makeProfile(app, by, 'student', fullName);
}

export async function makeStudents(app: TestApp, by: TenantScope, fullNames: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const fullName of fullNames) ids.push(await makeStudent(app, by, { fullName }));
  return ids;
}

async function makeProfile(
  app: TestApp,
  by: TenantScope,
  role: 'instructor' | 'student',
  fullName: string,
): Promise<string> {
  return await app.database
    .inTenant(by, (db) =>
      db.insertInto('profiles').values({ role, fullName }).returning('id').executeTakeFirstOrThrow(),
    )
    .then(({ id }) => id);
}

/** Asked at the moment at which tests happen: the database would note its own. */
export async function makeInquiry(
  app: TestApp,
  by: Actor,
  options: { fullName?: string; leadSource?: string | null; createdAt?: string } = {},
): Promise<string> {
  const row = { fullName: `Lena Lead ${nth()}`, createdAt: testNow, ...options };
  return await app.database
    .inTenant(by, (db) => db.insertInto('inquiries').values(row).returning('id').executeTakeFirstOrThrow())
    .then(({ id }) => id);
}

export type ClassOptions = {
  id?: string;
  name?: string;
  classType?: 'Group' | 'Private';
  danceTypeId?: string;
  instructorId?: string;
  roomId?: string;
  daysOfWeek?: number[];
  startTime?: string;
  endTime?: string;
  sessionStartDate?: string;
  sessionEndDate?: string | null;
};

export async function makeClass(app: TestApp, by: Actor, options: ClassOptions = {}): Promise<string> {
  const danceTypeId = options.danceTypeId ?? (await makeDanceType(app, by));
  const instructorId = options.instructorId ?? (await makeInstructor(app, by));
  const roomId = options.roomId ?? (await makeClassroom(app, by));
  const row = {
    name: `Class ${nth()}`,
    classType: 'Group',
    daysOfWeek: [1, 3],
    startTime: '17:00',
    endTime: '18:00',
    sessionStartDate: '2026-09-01',
    sessionEndDate: null,
    ...options,
    danceTypeId,
    instructorId,
    roomId,
  };
  return await app.database
    .inTenant(by, (db) => db.insertInto('classes').values(row).returning('id').executeTakeFirstOrThrow())
    .then(({ id }) => id);
}
