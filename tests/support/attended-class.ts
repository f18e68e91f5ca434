import { makeClass, makeStudent, type ClassOptions } from './factories.ts';
import type { Actor, TestApp } from './test-app.ts';

/** A Wednesday before the fixed today, on which a class made here has taken place. */
export const sessionDate = '2026-11-18';

export type AttendedClass = { classId: string; students: string[] };

/** A class on Mondays and Wednesdays with students enrolled since September. */
export async function makeAttendedClass(
  app: TestApp,
  by: Actor,
  { students: count = 3, ...options }: ClassOptions & { students?: number } = {},
): Promise<AttendedClass> {
  const classId = await makeClass(app, by, options);
  const students: string[] = [];
  for (let n = 0; n < count; n++) {
    const student = await makeStudent(app, by, { fullName: `Student ${String(n).padStart(2, '0')}` });
    await enroll(app, by, classId, student);
    students.push(student);
  }
  return { classId, students };
}

/** Registers a student past the API, from a day on (and up to, not on, another). */
export async function enroll(
  app: TestApp,
  by: Actor,
  classId: string,
  studentId: string,
  { enrolledOn = '2026-09-01', endedOn = null }: { enrolledOn?: string; endedOn?: string | null } = {},
): Promise<void> {
  await app.database.inTenant(by, async (db) => {
    const { id } = await db
      .insertInto('classRegistrations')
      .values({ classId, studentId, enrolledOn })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (endedOn) await db.updateTable('classRegistrations').set({ endedOn }).where('id', '=', id).execute();
  });
}
