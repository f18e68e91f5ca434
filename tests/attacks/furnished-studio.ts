import { sql } from 'kysely';
import type { Tx } from '#platform/database.ts';
import type { Actor, Studio, TestApp } from '#tests/support/test-app.ts';

/** Words for a text field, the same for the same field. */
export type Say = (what: string) => string;

/** Ids of a studio's things, by what they are. */
export type Things = Awaited<ReturnType<typeof furnish>>;
export type Kind = keyof Things;

/** `cents` is the amount of everything that is paid. */
type Choices = { say: Say; cents: number };

/** Fills every table of a studio and every column of each, with texts that `say` chooses. */
export async function furnish(app: TestApp, { owner }: Studio, say: Say, cents = 8000) {
  const choices = { say, cents };
  const things = await app.database.inTenant(owner, async (db) => {
    const people = await insertPeople(db, choices);
    const schedule = await insertSchedule(db, people, choices);
    const records = await insertRecords(db, { ...people, ...schedule }, choices);
    await describeStudio(db, choices);
    await sql`select give_login(${people.student}, ${addressOf(say, 'pupil')}, ${say('pupil')})`.execute(db);
    return { ...people, ...schedule, ...records };
  });
  const { id: session } = await openSession(app, owner, say('browser'));
  const { organizationId: organization, profileId: profile, userId: user } = owner;
  return { organization, profile, user, session, ...things };
}

/** Keys of requests that were made already, by the operation they belong to. */
export function usedKeys(say: Say): { operation: string; key: string }[] {
  return ['attendance.save', 'enrollStudent', 'addSubscription', 'import'].map((operation) => ({
    operation,
    key: `${say(operation)}-key`.replaceAll(/[^\w-]/g, '-'),
  }));
}

export function addressOf(say: Say, who: string): string {
  return `${say(who).replaceAll(' ', '-')}@barre.test`;
}

/** Signs somebody in once more. */
export async function openSession(
  app: TestApp,
  { userId }: Pick<Actor, 'userId'>,
  userAgent: string,
): Promise<{ id: string; token: string }> {
  const { rows } = await app.database.pool.query<{ id: string; token: string }>(
    `insert into auth.session (user_id, token, expires_at, user_agent)
      values ($1, gen_random_uuid(), now() + interval '1 day', $2) returning id, token`,
    [userId, userAgent],
  );
  const [session] = rows;
  if (!session) throw new Error('no session was made');
  return session;
}

async function insertPeople(db: Tx, { say }: Choices) {
  const person = (role: string, name: string) =>
    insert(db, 'profiles', {
      role,
      full_name: say(name),
      email: addressOf(say, name),
      phone_number: say(`${name} phone`),
      gender: 'Female',
      date_of_birth: '2001-02-03',
    });
  return {
    member: await person('staff', 'front desk'),
    instructor: await person('instructor', 'teacher'),
    spareInstructor: await person('instructor', 'substitute'),
    student: await person('student', 'pupil'),
    spareStudent: await person('student', 'newcomer'),
    leaver: await person('student', 'leaver'),
  };
}

type People = Awaited<ReturnType<typeof insertPeople>>;

/** A class on Mondays and Wednesdays that was changed once, one of its dates cancelled, and what it takes. */
async function insertSchedule(db: Tx, { instructor, student }: People, { say, cents }: Choices) {
  const room = await insert(db, 'classrooms', { name: say('room') });
  const danceType = await insert(db, 'dance_types', { name: say('style') });
  const classId = await insert(db, 'classes', {
    name: say('class'),
    dance_type_id: danceType,
    instructor_id: instructor,
    room_id: room,
    days_of_week: [1, 3],
    start_time: '17:00',
    end_time: '18:00',
    session_start_date: '2026-09-01',
    session_end_date: '2027-06-30',
  });
  await sql`select keep_past_rule(${classId}, '2026-09-10')`.execute(db);
  const oneOff = (date: string) =>
    insert(db, 'one_off_sessions', {
      session_type: 'Private',
      student_id: student,
      instructor_id: instructor,
      room_id: room,
      dance_type_id: danceType,
      session_date: date,
      start_time: '10:00',
      end_time: '11:00',
      price_cents: cents,
      is_paid: true,
      paid_on: '2026-11-19',
    });
  const heldOneOff = await oneOff('2026-11-19');
  await sql`update one_off_sessions set outcome = 'Completed', outcome_notes = ${say('outcome notes')}
    where id = ${heldOneOff}`.execute(db);
  return {
    room,
    danceType,
    spareRoom: await insert(db, 'classrooms', { name: say('spare room') }),
    spareDanceType: await insert(db, 'dance_types', { name: say('spare style') }),
    class: classId,
    heldOneOff,
    oneOff: await oneOff('2026-11-20'),
    cancellation: await insert(db, 'class_cancellations', {
      class_id: classId,
      cancelled_date: '2026-11-23',
    }),
  };
}

type Scheduled = People & Awaited<ReturnType<typeof insertSchedule>>;

/** Two inquiries, one of whom became a student, a payment, who is and was enrolled, and a log that was corrected. */
async function insertRecords(db: Tx, things: Scheduled, { say, cents }: Choices) {
  const enrolled = { class_id: things.class, enrolled_on: '2026-11-01' };
  const endedRegistration = await insert(db, 'class_registrations', {
    ...enrolled,
    student_id: things.leaver,
  });
  await sql`update class_registrations set ended_on = '2026-11-21' where id = ${endedRegistration}`.execute(
    db,
  );
  const attendance = await insert(db, 'attendance_sessions', {
    class_id: things.class,
    session_date: '2026-11-18',
    status: 'Completed',
    instructor_id: things.instructor,
    notes: say('first log notes'),
  });
  await sql`update attendance_sessions set notes = ${say('log notes')} where id = ${attendance}`.execute(db);
  await sql`insert into attendance_entries (session_id, student_id, is_present)
    values (${attendance}, ${things.student}, true)`.execute(db);
  const convertedInquiry = await insert(db, 'inquiries', {
    full_name: say('converted lead'),
    email: addressOf(say, 'converted lead'),
    created_at: '2026-11-11T12:00:00Z',
  });
  await sql`update inquiries set student_id = ${things.leaver}, status = 'Converted to Student'
    where id = ${convertedInquiry}`.execute(db);
  return {
    endedRegistration,
    convertedInquiry,
    registration: await insert(db, 'class_registrations', { ...enrolled, student_id: things.student }),
    attendance,
    inquiry: await insert(db, 'inquiries', {
      full_name: say('lead'),
      email: addressOf(say, 'lead'),
      phone_number: say('lead phone'),
      age: 31,
      age_told_on: '2026-11-01',
      gender: 'Female',
      lead_source: say('lead source'),
      dance_type_interest: say('lead interest'),
      availability_notes: say('lead notes'),
      created_at: '2026-11-10T12:00:00Z',
    }),
    subscription: await insert(db, 'subscriptions', {
      student_id: things.student,
      class_id: things.class,
      start_date: '2026-11-01',
      end_date: '2026-12-31',
      amount_paid_cents: cents,
      number_of_sessions: 8,
      subscription_type: 'session_based',
      payment_notes: say('payment notes'),
      paid_on: '2026-11-02',
    }),
    payTerms: await insert(
      db,
      'pay_terms',
      { profile_id: things.instructor, payment_type: 'per_class', rate_per_class_cents: cents },
      'profile_id',
    ),
  };
}

async function describeStudio(db: Tx, { say }: Choices): Promise<void> {
  await sql`update organizations set phone_number = ${say('studio phone')}, country = ${say('country')},
    city = ${say('city')}`.execute(db);
  for (const { operation, key } of usedKeys(say))
    await sql`insert into idempotency_keys (key, operation, fingerprint, answer)
      values (${key}, ${operation}, ${say('fingerprint')}, jsonb_build_object('id', ${say('answer')}::text))`.execute(
      db,
    );
}

async function insert(db: Tx, table: string, values: Record<string, unknown>, key = 'id'): Promise<string> {
  const columns = sql.join(Object.keys(values).map((name) => sql.ref(name)));
  const { rows } = await sql<Record<string, string>>`
    insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(values))})
    returning ${sql.ref(key)} as made`.execute(db);
  return rows[0]?.['made'] ?? '';
}
