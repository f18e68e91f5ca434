import type { DemoRegistration } from '#server/demo/money.ts';
import type { Random } from '#server/demo/random.ts';
import { datesOf, type DemoClass } from '#server/demo/schedule.ts';
import { addDays, type LocalDate } from '#shared/local-date.ts';

const loggedDays = 140;

type DemoLog = {
  id: string;
  classId: string;
  sessionDate: LocalDate;
  status: 'Completed' | 'Cancelled';
  instructorId: string;
  notes: string | null;
};
type DemoEntry = { sessionId: string; studentId: string; isPresent: boolean };

/** A log for every session up to yesterday, with an entry for everyone who was enrolled that day. */
export function planAttendance(
  random: Random,
  classes: readonly DemoClass[],
  registrations: readonly DemoRegistration[],
  cancelled: ReadonlySet<string>,
  today: LocalDate,
): { logs: DemoLog[]; entries: DemoEntry[] } {
  const logs: DemoLog[] = [];
  const entries: DemoEntry[] = [];
  for (const rule of classes) {
    const roster = registrations.filter(({ classId }) => classId === rule.id);
    for (const sessionDate of datesOf(rule, addDays(today, -loggedDays), addDays(today, -1))) {
      if (cancelled.has(`${rule.id} ${sessionDate}`)) continue;
      const status = random.chance(0.02) ? 'Cancelled' : 'Completed';
      const log = {
        id: random.uuid(),
        classId: rule.id,
        sessionDate,
        status,
        instructorId: rule.instructorId,
        notes: null,
      } as const;
      logs.push(log);
      if (status === 'Completed') entries.push(...entriesOf(random, log, roster));
    }
  }
  return { logs, entries };
}

function entriesOf(random: Random, log: DemoLog, roster: readonly DemoRegistration[]): DemoEntry[] {
  return roster
    .filter(
      ({ enrolledOn, endedOn }) => enrolledOn <= log.sessionDate && (!endedOn || log.sessionDate < endedOn),
    )
    .map(({ studentId }) => ({ sessionId: log.id, studentId, isPresent: random.chance(0.88) }));
}

/** A few cancelled dates, gone by and to come. */
export function planCancellations(random: Random, classes: readonly DemoClass[], today: LocalDate) {
  const inThePast = classes.filter((_, nth) => nth % 7 === 2).map((rule) => ({ rule, from: -40, to: -3 }));
  const toCome = classes.filter((_, nth) => nth % 11 === 4).map((rule) => ({ rule, from: 1, to: 20 }));
  return [...inThePast, ...toCome].flatMap(({ rule, from, to }) => {
    const dates = datesOf(rule, addDays(today, from), addDays(today, to));
    return dates.length > 0 ? [{ classId: rule.id, cancelledDate: random.pick(dates) }] : [];
  });
}
