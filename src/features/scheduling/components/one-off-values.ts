import type { LocalDate } from '#shared/local-date.ts';

import type { OneOffSession } from '../one-offs/schema.ts';
import type { BookingDraft } from './early-warning.tsx';

/** What the form of a one-time session holds while it is being filled in. */
export type OneOffValues = {
  sessionType: OneOffSession['sessionType'];
  studentId: string | null;
  instructorId: string | null;
  roomId: string | null;
  danceTypeId: string | null;
  sessionDate: string;
  startTime: string;
  endTime: string;
  priceCents: number | null;
  isPaid: boolean;
};

export function newOneOff(today: LocalDate): OneOffValues {
  return {
    sessionType: 'Private',
    studentId: null,
    instructorId: null,
    roomId: null,
    danceTypeId: null,
    sessionDate: today,
    startTime: '',
    endTime: '',
    priceCents: null,
    isPaid: false,
  };
}

export function valuesOfOneOff(session: OneOffSession): OneOffValues {
  const { sessionType, sessionDate, startTime, endTime, priceCents, isPaid } = session;
  return {
    sessionType,
    studentId: session.student?.id ?? null,
    instructorId: session.instructor.id,
    roomId: session.room.id,
    danceTypeId: session.danceType?.id ?? null,
    sessionDate,
    startTime,
    endTime,
    priceCents,
    isPaid,
  };
}

/** What to ask about early; null until there is somebody or somewhere to be busy. */
export function draftOfOneOff(values: OneOffValues, excludeSessionId?: string): BookingDraft {
  const { instructorId, roomId, sessionDate, startTime, endTime } = values;
  if ((!instructorId && !roomId) || !sessionDate) return null;
  return {
    instructorId,
    roomId,
    sessionDate,
    startTime,
    endTime,
    ...(excludeSessionId ? { excludeSessionId } : {}),
  };
}
