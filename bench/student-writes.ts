import { randomUUID } from 'node:crypto';
import { addDays, startOfWeek } from '#shared/local-date.ts';
import type { Row, Studio } from './rows.ts';

type Enrollment = {
  studentDetails: { fullName: string; email: string; phoneNumber: string };
  enrollmentItems: object[];
};

const enrolStudent: Row = {
  name: 'enrol-student',
  about: 'Enrol a new student with three subscriptions',
  procedure: ['enrollment', 'enrollStudent'],
  connections: [1, 32],
  p99Ms: [10],
  input: (studio, nth, today): Enrollment & { idempotencyKey: string } => ({
    studentDetails: {
      fullName: `Bench Student ${nth}${studio.marker}`,
      email: `bench.${nth}@families.example`,
      phoneNumber: `+1 555 ${String(nth).padStart(7, '0')}`,
    },
    enrollmentItems: [0, 1, 2].map((more) => ({
      classId: studio.classes[(nth + more) % studio.classes.length]?.id,
      startDate: today,
      endDate: addDays(today, 30),
      amountPaidCents: 7_500,
      numberOfSessions: 8,
      subscriptionType: 'time_based',
      paidOn: today,
    })),
    idempotencyKey: randomUUID(),
  }),
  write: {
    sql: `with student as (
        insert into profiles (organization_id, role, full_name, email, phone_number) values ($1, 'student', $2, $3, $4) returning id
      ), item as (
        select * from jsonb_to_recordset($5::jsonb) i ("classId" uuid, "startDate" date, "endDate" date, "amountPaidCents" bigint,
          "numberOfSessions" integer, "subscriptionType" text, "paidOn" date)
      ), registered as (
        insert into class_registrations (organization_id, class_id, student_id, enrolled_on)
          select $1, "classId", student.id, "startDate" from item, student
      ), paid as (
        insert into subscriptions (organization_id, student_id, class_id, start_date, end_date, amount_paid_cents,
            number_of_sessions, subscription_type, paid_on)
          select $1, student.id, "classId", "startDate", "endDate", "amountPaidCents", "numberOfSessions", "subscriptionType", "paidOn"
          from item, student
      ) select json_build_object('studentId', id)::text as body from student`,
    values: (organizationId, { studentDetails, enrollmentItems }: Enrollment) => [
      organizationId,
      studentDetails.fullName,
      studentDetails.email,
      studentDetails.phoneNumber,
      JSON.stringify(enrollmentItems),
    ],
    cleanup: `
      create temp table gone as select id from profiles where full_name like 'Bench Student %';
      delete from subscriptions where student_id in (select id from gone);
      delete from class_registrations where student_id in (select id from gone);
      delete from people_words where profile_id in (select id from gone);
      delete from profiles where id in (select id from gone);
      delete from idempotency_keys;
      drop table gone`,
    timesTheBareInsert: 2,
  },
};

type Attendance = { classId: string; date: string; entries: { studentId: string; isPresent: boolean }[] };

/** Sessions from before the logged weeks: every class, then one session earlier, and so on. */
function openSession(studio: Studio, nth: number, today: string): Attendance {
  const rule = studio.classes[nth % studio.classes.length];
  if (!rule) throw new Error('the studio has no classes');
  const earlier = Math.floor(nth / studio.classes.length);
  const weekday = rule.daysOfWeek[earlier % rule.daysOfWeek.length] ?? 1;
  const monday = startOfWeek(addDays(today, -100));
  const date = addDays(monday, weekday - 1 - 7 * Math.floor(earlier / rule.daysOfWeek.length));
  const entries = rule.studentIds.map((studentId, at) => ({ studentId, isPresent: at % 9 !== 4 }));
  return { classId: rule.id, date, entries };
}

const saveAttendance: Row = {
  name: 'save-attendance',
  about: 'Save the attendance of 20 students',
  procedure: ['attendance', 'save'],
  connections: [1, 32],
  p99Ms: [10],
  input: (studio, nth, today) => ({ ...openSession(studio, nth, today), idempotencyKey: randomUUID() }),
  write: {
    sql: `with log as (
        insert into attendance_sessions (organization_id, class_id, session_date, status, instructor_id)
          select $1, c.id, $3, 'Completed', c.instructor_id from classes c where c.organization_id = $1 and c.id = $2
          returning id
      ), entered as (
        insert into attendance_entries (organization_id, session_id, student_id, is_present)
          select $1, log.id, e."studentId", e."isPresent"
          from log, jsonb_to_recordset($4::jsonb) e ("studentId" uuid, "isPresent" boolean)
      ) select json_build_object('id', id)::text as body from log`,
    values: (organizationId, { classId, date, entries }: Attendance) => [
      organizationId,
      classId,
      date,
      JSON.stringify(entries),
    ],
    cleanup: `
      create temp table gone as select id from attendance_sessions where session_date < current_date - 90;
      delete from attendance_entries where session_id in (select id from gone);
      delete from attendance_sessions where id in (select id from gone);
      delete from idempotency_keys;
      drop table gone`,
    timesTheBareInsert: 2,
  },
};

export const studentWrites = [enrolStudent, saveAttendance];
