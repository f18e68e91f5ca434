import { makeRegistration } from './enrollment-factories.ts';
import { makeClass, makeStudent, type ClassOptions } from './factories.ts';
import { makeStage, oneOffOn } from './schedule.ts';
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
    const studentId = await makeStudent(app, by, { fullName: `Student ${String(n).padStart(2, '0')}` });
    await makeRegistration(app, by, { classId, studentId, enrolledOn: '2026-09-01' });
    students.push(studentId);
  }
  return { classId, students };
}

/** Books who missed another one into a class made here, in the morning of that day. @returns the session's id */
export async function bookCatchUp(
  app: TestApp,
  by: Actor,
  { classId, studentId }: { classId: string; studentId: string },
): Promise<string> {
  const session = oneOffOn(await makeStage(app, by), {
    sessionType: 'Catch-up',
    sessionDate,
    classId,
    studentId,
    startTime: '08:00',
    endTime: '09:00',
  });
  return (await by.api.scheduling.oneOffs.create(session)).id;
}
