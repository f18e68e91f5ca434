import { rosterSize, studentOf, type FaultedStudio } from './studio.ts';

/** Something to be saved once, and what has been said of it so far. */
export type Write = {
  kind: Kind;
  /** What it is known by in the database; no other write of its kind has it. */
  mark: string;
  path: string;
  body: unknown;
  /** Whether it may be asked again: it carries a key that is the same for every repetition. */
  isKeyed: boolean;
  /** `denied`: the app said that nothing was saved. */
  said: 'nothing' | 'saved' | 'denied';
};

const kinds = ['enrollment', 'attendance', 'payment', 'class', 'inquiry'] as const;
type Kind = (typeof kinds)[number];

const dayMs = 86_400_000;
const firstLogged = Date.UTC(2022, 0, 1);
const firstNewClass = Date.UTC(2030, 0, 1);
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Makes the writes of one load, no two alike; their marks begin with `prefix`. */
export function writeMaker(studio: FaultedStudio, prefix = ''): () => Write {
  let made = 0;
  return () => {
    const nth = made++;
    const kind = kinds[nth % kinds.length] ?? 'inquiry';
    return { kind, ...makers[kind](studio, Math.floor(nth / kinds.length), prefix), said: 'nothing' };
  };
}

type Made = Pick<Write, 'mark' | 'path' | 'body' | 'isKeyed'>;

const makers: Record<Kind, (studio: FaultedStudio, nth: number, prefix: string) => Made> = {
  enrollment({ classIds }, nth, prefix) {
    const mark = `${prefix}Enrolled Dancer ${nth}`;
    return { mark, path: '/api/students', body: studentOf(mark, classIds), isKeyed: true };
  },
  attendance({ dailyClassIds, studentIds }, nth) {
    const classId = dailyClassIds[nth % dailyClassIds.length] ?? '';
    const date = day(firstLogged + Math.floor(nth / dailyClassIds.length) * dayMs);
    const entries = studentIds.map((studentId, which) => ({ studentId, isPresent: which % 3 > 0 }));
    const body = { entries, idempotencyKey: crypto.randomUUID() };
    const path = `/api/classes/${classId}/attendance/${date}`;
    return { mark: `${classId} ${date}`, path, body, isKeyed: true };
  },
  payment({ classIds, studentIds }, nth, prefix) {
    const mark = `${prefix}Payment ${nth}`;
    const body = {
      studentId: studentIds[nth % rosterSize],
      classId: classIds[0],
      amountPaidCents: 4_200,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      numberOfSessions: 4,
      paymentFor: 'renewal',
      paymentNotes: mark,
      idempotencyKey: crypto.randomUUID(),
    };
    return { mark, path: '/api/subscriptions', body, isKeyed: true };
  },
  class({ danceTypeId, newClasses }, nth, prefix) {
    const mark = `${prefix}New Class ${nth}`;
    const at = firstNewClass + Math.floor(nth / 14) * dayMs;
    const hour = String(8 + (nth % 14)).padStart(2, '0');
    const body = {
      name: mark,
      danceTypeId,
      ...newClasses,
      daysOfWeek: [weekdays[new Date(at).getUTCDay()]],
      startTime: `${hour}:00`,
      endTime: `${hour}:50`,
      sessionStartDate: day(at),
      sessionEndDate: day(at),
    };
    return { mark, path: '/api/classes', body, isKeyed: false };
  },
  inquiry(_, nth, prefix) {
    const mark = `${prefix}Asking Dancer ${nth}`;
    const body = { fullName: mark, email: `asking-${nth}@barre.test`, leadSource: 'Fault lab' };
    return { mark, path: '/api/inquiries', body, isKeyed: false };
  },
};

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
