import type { LocalDate } from '#shared/local-date.ts';
import { sortWeekdays, type Weekday } from '#shared/weekday.ts';

import { resumes } from '../rules.ts';
import type { ClassRule } from '../schema.ts';
import type { BookingDraft } from './early-warning.tsx';

/** What the form of a class rule holds while it is being filled in. */
export type ClassValues = {
  name: string;
  classType: ClassRule['classType'];
  danceTypeId: string | null;
  instructorId: string | null;
  roomId: string | null;
  daysOfWeek: Weekday[];
  startTime: string;
  endTime: string;
  sessionStartDate: string;
  sessionEndDate: string;
};

export function newClass(today: LocalDate): ClassValues {
  return {
    name: '',
    classType: 'Group',
    danceTypeId: null,
    instructorId: null,
    roomId: null,
    daysOfWeek: [],
    startTime: '',
    endTime: '',
    sessionStartDate: today,
    sessionEndDate: '',
  };
}

export function valuesOfClass(rule: ClassRule): ClassValues {
  return {
    name: rule.name,
    classType: rule.classType,
    danceTypeId: rule.danceType.id,
    instructorId: rule.instructor.id,
    roomId: rule.room.id,
    daysOfWeek: rule.daysOfWeek,
    startTime: rule.startTime,
    endTime: rule.endTime,
    sessionStartDate: rule.sessionStartDate,
    sessionEndDate: rule.sessionEndDate ?? '',
  };
}

/** Whether what is filled in makes another session of those of a class: another kind, or on another day, at another time or place. */
function isMoved(values: ClassValues, rule: ClassRule): boolean {
  const { classType, danceTypeId, instructorId, roomId, startTime, endTime, daysOfWeek } =
    valuesOfClass(rule);
  return (
    values.classType !== classType ||
    values.danceTypeId !== danceTypeId ||
    values.instructorId !== instructorId ||
    values.roomId !== roomId ||
    values.startTime !== startTime ||
    values.endTime !== endTime ||
    sortWeekdays(values.daysOfWeek).join() !== daysOfWeek.join()
  );
}

/** Whether what is filled in holds from a day on: other sessions, or some again of a class that had ended. */
export function holdsFromDay(values: ClassValues, rule: ClassRule, today: LocalDate): boolean {
  if (rule.sessionStartDate > today) return false;
  return isMoved(values, rule) || resumes({ sessionEndDate: values.sessionEndDate || null }, rule, today);
}

/** What to ask about early; null until there is somebody or somewhere to be busy. */
export function draftOfClass(values: ClassValues, excludeClassId?: string): BookingDraft {
  const { instructorId, roomId, daysOfWeek, startTime, endTime, sessionStartDate, sessionEndDate } = values;
  if ((!instructorId && !roomId) || daysOfWeek.length === 0 || !sessionStartDate) return null;
  return {
    instructorId,
    roomId,
    daysOfWeek,
    startTime,
    endTime,
    sessionStartDate,
    sessionEndDate,
    ...(excludeClassId ? { excludeClassId } : {}),
  };
}
