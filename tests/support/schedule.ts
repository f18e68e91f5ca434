import { randomUUID } from 'node:crypto';
import type { OneOffBooking } from '#features/scheduling/one-offs/schema.ts';
import type { ClassBooking } from '#features/scheduling/schema.ts';
import { makeClassroom, makeDanceType, makeInstructor } from './factories.ts';
import type { Actor, TestApp } from './test-app.ts';

/** What a class needs before it can be booked. */
export type Stage = { danceTypeId: string; instructorId: string; roomId: string };

export async function makeStage(app: TestApp, by: Actor): Promise<Stage> {
  return {
    danceTypeId: await makeDanceType(app, by),
    instructorId: await makeInstructor(app, by, { fullName: 'Ina Instructor' }),
    roomId: await makeClassroom(app, by),
  };
}

/** A class on Mondays and Wednesdays, 17:00 to 18:00, ongoing since September 2026. */
export function classOn(stage: Stage, fields: Partial<ClassBooking> = {}): ClassBooking {
  return {
    name: 'Ballet 1',
    classType: 'Group',
    daysOfWeek: ['Monday', 'Wednesday'],
    startTime: '17:00',
    endTime: '18:00',
    sessionStartDate: '2026-09-01',
    sessionEndDate: null,
    ignoreRoomConflict: false,
    ...stage,
    ...fields,
  };
}

/** A private session on Monday 23 November 2026, 17:00 to 18:00. */
export function oneOffOn(stage: Stage, fields: Partial<OneOffBooking> = {}): OneOffBooking {
  return {
    sessionType: 'Private',
    studentId: null,
    inquiryId: null,
    classId: null,
    sessionDate: '2026-11-23',
    startTime: '17:00',
    endTime: '18:00',
    priceCents: null,
    isPaid: false,
    ignoreRoomConflict: false,
    ...stage,
    ...fields,
  };
}

/** The dates and times at which the calendar shows a class, in the weeks around the tests' day. */
export async function datesOf(by: Actor, classId: string, start = '2026-11-09', end = '2026-11-29') {
  const sessions = await by.api.scheduling.calendar({ start, end });
  return sessions.filter(({ id }) => id === classId).map(({ date, startTime }) => `${date} ${startTime}`);
}

/** Logs a date of a class as held. */
export async function logClass(by: Actor, classId: string, date: string) {
  return await by.api.attendance.save({ classId, date, idempotencyKey: randomUUID() });
}
