import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { planAttendance, planCancellations } from '#server/demo/attendance.ts';
import { planInquiries, planOneOffs } from '#server/demo/leads.ts';
import {
  addFrontDesk,
  demoEmail,
  foundDemoStudio,
  hasDemoStudio,
  isFilled,
  openFrontDesk,
  type Founder,
} from '#server/demo/logins.ts';
import { planRegistrations, planSubscriptions } from '#server/demo/money.ts';
import { inventPerson } from '#server/demo/names.ts';
import type { Random } from '#server/demo/random.ts';
import { danceTypes, planClasses, seedRandom } from '#server/demo/schedule.ts';
import type { Tx } from '#platform/database.ts';
import { addDays, ageOn, localDateAt, type LocalDate } from '#shared/local-date.ts';

export type DemoOptions = { students?: number; name?: string; email?: string };

const classesPerBlock = 40;
const studentsPerBlock = 320;
const roomNames = ['Studio A', 'Studio B', 'Studio C', 'Black Box'];

/**
 * Makes one believable studio, the same each time but for the calendar. Larger ones repeat the ground (rooms,
 * instructors, classes) for every 320 students.
 * @returns who to sign in as, or null when a studio with this owner is already there
 */
export async function seedDemoStudio(app: App, options: DemoOptions = {}): Promise<Founder | null> {
  if (await hasDemoStudio(app, options.email)) return null;
  const founder = await foundDemoStudio(app, options);
  const now = app.clock.now();
  const today = localDateAt(now, founder.timeZone);
  const isOurs = await app.database.inTenant(founder, async (db) => {
    // Processes that start at the same time wait for the one that fills it.
    await sql`select from organizations for update`.execute(db);
    if (await isFilled(db)) return false;
    await fillStudio(db, options.students ?? studentsPerBlock, today, now);
    await addFrontDesk(db, founder.email);
    return true;
  });
  if (!isOurs) return null;
  await openFrontDesk(app, founder.email);
  // Plans for tables that were empty a moment ago are bad ones until somebody counts.
  await sql`analyze`.execute(app.database.db);
  return founder;
}

/** Seeds the demo studio where nobody has signed up yet, and completes one whose seeding was cut off. */
export async function seedEmptyDatabase(app: App): Promise<void> {
  const { rows } = await sql`select from auth."user" where email <> ${demoEmail} limit 1`.execute(
    app.database.db,
  );
  if (rows.length === 0) await seedDemoStudio(app);
}

async function fillStudio(db: Tx, studentCount: number, today: LocalDate, now: Date): Promise<void> {
  const random = seedRandom();
  const blocks = Math.ceil(studentCount / studentsPerBlock);
  const danceTypeIds = await insertNamed(db, 'danceTypes', [...danceTypes]);
  const classes = [];
  const instructorIds: string[] = [];
  const roomIds: string[] = [];
  for (let block = 0; block < blocks; block++) {
    const suffix = block === 0 ? '' : ` ${block + 1}`;
    const rooms = await insertNamed(
      db,
      'classrooms',
      roomNames.map((name) => name + suffix),
    );
    const instructors = await insertInstructors(db, random, block);
    classes.push(
      ...planClasses(
        random,
        { danceTypeIds, instructorIds: instructors, roomIds: rooms },
        classesPerBlock,
        today,
      ),
    );
    instructorIds.push(...instructors);
    roomIds.push(...rooms);
  }
  await insertAll(db, 'classes', classes);
  const cancellations = planCancellations(random, classes, today);
  await insertAll(db, 'classCancellations', cancellations);
  const studentIds = await insertStudents(db, random, studentCount, today);
  const registrations = planRegistrations(random, studentIds, classes, today);
  await insertRegistrations(db, registrations);
  await insertAll(
    db,
    'subscriptions',
    registrations.flatMap((each) => planSubscriptions(random, each, today)),
  );
  const inquiryIds = await insertInquiries(
    db,
    planInquiries(random, Math.min(500, Math.ceil(studentCount / 5)), studentIds, today, now),
  );
  await insertOneOffs(
    db,
    planOneOffs(random, { danceTypeIds, instructorIds, roomIds, studentIds, inquiryIds }, 54, today),
  );
  const cancelled = new Set(cancellations.map(({ classId, cancelledDate }) => `${classId} ${cancelledDate}`));
  const { logs, entries } = planAttendance(random, classes, registrations, cancelled, today);
  await insertAll(db, 'attendanceSessions', logs);
  await insertAll(db, 'attendanceEntries', entries);
}

type Inserted =
  | 'classes'
  | 'classCancellations'
  | 'subscriptions'
  | 'attendanceSessions'
  | 'attendanceEntries';

// One statement takes at most 65,535 values.
async function insertAll(db: Tx, table: Inserted, rows: readonly Record<string, unknown>[]): Promise<void> {
  const width = Object.keys(rows[0] ?? {}).length || 1;
  for (const batch of batches(rows, Math.floor(20_000 / width))) {
    await db
      .insertInto(table)
      .values(batch as never)
      .execute();
  }
}

function* batches<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function insertNamed(
  db: Tx,
  table: 'classrooms' | 'danceTypes',
  names: readonly string[],
): Promise<string[]> {
  const rows = await db
    .insertInto(table)
    .values(names.map((name) => ({ name })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

const payTerms = [
  { paymentType: 'per_class', ratePerClassCents: 4_500 },
  { paymentType: 'salary', fixedSalaryCents: 260_000 },
  { paymentType: 'hybrid', fixedSalaryCents: 120_000, ratePerClassCents: 2_500, percentageRate: 5 },
  { paymentType: 'percentage', percentageRate: 40 },
  { paymentType: 'per_class', ratePerClassCents: 5_200 },
  { paymentType: 'hybrid', fixedSalaryCents: 90_000, ratePerClassCents: 3_000 },
  { paymentType: 'percentage', percentageRate: 35 },
  { paymentType: 'salary', fixedSalaryCents: 310_000 },
  { paymentType: 'per_class', ratePerClassCents: 3_900 },
] as const;

async function insertInstructors(db: Tx, random: Random, block: number): Promise<string[]> {
  const people = payTerms.map((_, nth) => ({
    id: random.uuid(),
    role: 'instructor',
    ...inventPerson(random, 90_000 + block * 100 + nth),
  }));
  await db.insertInto('profiles').values(people).execute();
  const empty = { fixedSalaryCents: null, ratePerClassCents: null, percentageRate: null };
  await db
    .insertInto('payTerms')
    .values(
      people.map(({ id }, nth) => ({
        profileId: id,
        ...empty,
        ...payTerms[nth],
        paymentType: payTerms[nth]?.paymentType ?? 'per_class',
      })),
    )
    .execute();
  return people.map(({ id }) => id);
}

async function insertStudents(db: Tx, random: Random, count: number, today: LocalDate): Promise<string[]> {
  let siblingEmail: string | null = null;
  const people = Array.from({ length: count }, (_, nth) => {
    const person = inventPerson(random, nth);
    const born = addDays(today, -random.whole(4 * 365, 45 * 365));
    const email: string | null =
      random.chance(0.1) && siblingEmail ? siblingEmail : random.chance(0.08) ? null : person.email;
    siblingEmail = ageOn(born, today) < 16 ? email : siblingEmail;
    return { id: random.uuid(), role: 'student', ...person, email, dateOfBirth: born };
  });
  for (const batch of batches(people, 2000)) await db.insertInto('profiles').values(batch).execute();
  return people.map(({ id }) => id);
}

async function insertRegistrations(
  db: Tx,
  registrations: ReturnType<typeof planRegistrations>,
): Promise<void> {
  for (const batch of batches(registrations, 5000)) {
    const rows = await db
      .insertInto('classRegistrations')
      .values(batch.map(({ classId, studentId, enrolledOn }) => ({ classId, studentId, enrolledOn })))
      .returning(['id', 'classId', 'studentId'])
      .execute();
    const ends = new Map(
      batch.flatMap((each) => (each.endedOn ? [[`${each.classId} ${each.studentId}`, each.endedOn]] : [])),
    );
    const ended = rows.flatMap(({ id, classId, studentId }) => {
      const endedOn = ends.get(`${classId} ${studentId}`);
      return endedOn ? [{ id, endedOn }] : [];
    });
    await sql`update class_registrations r set ended_on = e."endedOn"
      from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) e (id uuid, "endedOn" date) where r.id = e.id`.execute(
      db,
    );
  }
}

async function insertInquiries(db: Tx, inquiries: ReturnType<typeof planInquiries>): Promise<string[]> {
  await db
    .insertInto('inquiries')
    .values(inquiries.map(({ studentId: _, ...row }) => row))
    .execute();
  const converted = inquiries.filter(({ studentId }) => studentId !== null);
  await sql`update inquiries i set student_id = c."studentId"
    from jsonb_to_recordset(${JSON.stringify(converted)}::jsonb) c (id uuid, "studentId" uuid) where i.id = c.id`.execute(
    db,
  );
  return inquiries.map(({ id }) => id);
}

async function insertOneOffs(db: Tx, sessions: ReturnType<typeof planOneOffs>): Promise<void> {
  await db
    .insertInto('oneOffSessions')
    .values(sessions.map(({ outcome: _, ...row }) => row))
    .execute();
  const done = sessions.filter(({ outcome }) => outcome !== null);
  await sql`update one_off_sessions s set outcome = d.outcome
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) d (id uuid, outcome text) where s.id = d.id`.execute(
    db,
  );
}
