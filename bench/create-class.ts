import { addDays } from '#shared/local-date.ts';
import { timeOfMinutes } from '#shared/time-range.ts';
import type { Row, Studio } from './rows.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const slotMinutes = 15;
// Before anybody's real class of the day.
const slotsOfDay = (9 * 60) / slotMinutes;
const termWeeks = 12;

type NewClass = {
  name: string;
  danceTypeId: string | undefined;
  instructorId: string | undefined;
  roomId: string | undefined;
  daysOfWeek: (typeof weekdays)[number][];
  startTime: string;
  endTime: string;
  sessionStartDate: string;
  sessionEndDate: string;
};

/** No two requests want the same slot: instructors first, then times, then days, then terms. */
function newClass(
  studio: Pick<Studio, 'danceTypeIds' | 'instructorIds' | 'roomIds' | 'marker'>,
  nth: number,
  today: string,
): NewClass {
  const instructor = nth % studio.instructorIds.length;
  const slot = Math.floor(nth / studio.instructorIds.length);
  const start = (slot % slotsOfDay) * slotMinutes;
  const dayAndTerm = Math.floor(slot / slotsOfDay);
  const term = Math.floor(dayAndTerm / 3);
  const sessionStartDate = addDays(today, term * termWeeks * 7);
  return {
    name: `Bench ${nth}${studio.marker}`,
    danceTypeId: studio.danceTypeIds[0],
    instructorId: studio.instructorIds[instructor],
    roomId: studio.roomIds[instructor],
    daysOfWeek: weekdays.filter((_, day) => day % 3 === dayAndTerm % 3 && day < 6),
    startTime: timeOfMinutes(start),
    endTime: timeOfMinutes(start + slotMinutes),
    sessionStartDate,
    sessionEndDate: addDays(sessionStartDate, termWeeks * 7 - 1),
  };
}

export const createClass: Row = {
  name: 'create-class',
  about: 'Create a class of two days a week, checked for conflicts',
  procedure: ['scheduling', 'classes', 'create'],
  connections: [1, 32],
  p99Ms: [10],
  input: newClass,
  write: {
    sql: `insert into classes (organization_id, name, dance_type_id, instructor_id, room_id, days_of_week, start_time, end_time,
        session_start_date, session_end_date)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning json_build_object('id', id)::text as body`,
    values: (organizationId, input: NewClass) => [
      organizationId,
      input.name,
      input.danceTypeId,
      input.instructorId,
      input.roomId,
      input.daysOfWeek.map((name) => weekdays.indexOf(name) + 1),
      input.startTime,
      input.endTime,
      input.sessionStartDate,
      input.sessionEndDate,
    ],
    cleanup: `
      delete from occupancy where class_id in (select id from classes where name like 'Bench %');
      delete from classes where name like 'Bench %'`,
    timesTheBareInsert: 2.5,
  },
};
