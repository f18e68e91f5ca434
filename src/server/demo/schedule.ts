import { openRandom, type Random } from '#server/demo/random.ts';
import { addDays, isoWeekday, type LocalDate } from '#shared/local-date.ts';
import { timeOfMinutes } from '#shared/time-range.ts';

export const danceTypes = [
  'Ballet',
  'Hip Hop',
  'Jazz',
  'Contemporary',
  'Tap',
  'Salsa',
  'Ballroom',
  'Modern',
] as const;

export type DemoClass = {
  id: string;
  name: string;
  classType: 'Group' | 'Private';
  danceTypeId: string;
  instructorId: string;
  roomId: string;
  daysOfWeek: number[];
  startTime: string;
  endTime: string;
  sessionStartDate: LocalDate;
  sessionEndDate: LocalDate | null;
};

type Ground = {
  danceTypeIds: readonly string[];
  instructorIds: readonly string[];
  roomIds: readonly string[];
};

const dayPatterns = [[1, 3], [2, 4], [5], [6], [1], [3], [2], [4], [1, 3, 5], [6]];
const levels = ['Beginners', 'Level 1', 'Level 2', 'Kids', 'Teens', 'Advanced', 'Open Class'];
const lengths = [45, 60, 60, 60, 90];

/** A week of classes in which nobody is in two places: each takes the first free slot that fits. */
export function planClasses(random: Random, ground: Ground, count: number, today: LocalDate): DemoClass[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, nth) => {
    const style = nth % danceTypes.length;
    const days = dayPatterns[nth % dayPatterns.length] ?? [1];
    const minutes = random.pick(lengths);
    // Instructors teach their own few styles. Where those are booked out anybody helps, with a shorter class at last.
    const all = ground.instructorIds.length;
    const slot =
      firstFreeSlot(taken, ground, { style, days, minutes, nth, askedFirst: 4 }) ??
      firstFreeSlot(taken, ground, { style, days, minutes, nth, askedFirst: all }) ??
      firstFreeSlot(taken, ground, { style, days, minutes: 30, nth, askedFirst: all });
    if (!slot) throw new Error('the demo week is full');
    return {
      id: random.uuid(),
      name: `${danceTypes[style]} ${levels[Math.floor(nth / danceTypes.length) % levels.length]}`,
      classType: nth % 13 === 12 ? 'Private' : 'Group',
      danceTypeId: ground.danceTypeIds[style] ?? '',
      instructorId: slot.instructorId,
      roomId: slot.roomId,
      daysOfWeek: days,
      startTime: slot.startTime,
      endTime: slot.endTime,
      ...termOf(nth, today),
    };
  });
}

function termOf(nth: number, today: LocalDate): Pick<DemoClass, 'sessionStartDate' | 'sessionEndDate'> {
  if (nth % 20 === 19) return { sessionStartDate: addDays(today, 12), sessionEndDate: null };
  if (nth % 9 === 8) return { sessionStartDate: addDays(today, -200), sessionEndDate: addDays(today, 75) };
  return { sessionStartDate: addDays(today, -430), sessionEndDate: null };
}

type Wanted = { style: number; days: readonly number[]; minutes: number; nth: number; askedFirst: number };

function firstFreeSlot(
  taken: Set<string>,
  ground: Ground,
  { style, days, minutes, nth, askedFirst }: Wanted,
) {
  const isSaturday = days[0] === 6;
  const [opens, closes] = isSaturday ? [9 * 60, 15 * 60] : [15 * 60 + 30, 21 * 60 + 30];
  const preferred = [...ground.instructorIds.keys()].toSorted(
    (a, b) => distance(a, style) - distance(b, style),
  );
  for (const start of startTimes(opens, closes - minutes, nth)) {
    for (let turn = 0; turn < ground.roomIds.length; turn++) {
      const room = ground.roomIds[(turn + nth) % ground.roomIds.length] ?? '';
      if (isTaken(taken, room, days, start, minutes)) continue;
      const free = preferred
        .slice(0, askedFirst)
        .find((each) => !isTaken(taken, ground.instructorIds[each] ?? '', days, start, minutes));
      if (free === undefined) continue;
      const instructor = ground.instructorIds[free] ?? '';
      take(taken, room, days, start, minutes);
      take(taken, instructor, days, start, minutes);
      return {
        roomId: room,
        instructorId: instructor,
        startTime: timeOfMinutes(start),
        endTime: timeOfMinutes(start + minutes),
      };
    }
  }
  return null;
}

// Most begin on the half hour, each search at another one, so that the evening fills evenly.
function startTimes(opens: number, latest: number, nth: number): number[] {
  const times = Array.from({ length: Math.floor((latest - opens) / 30) + 1 }, (_, step) => opens + step * 30);
  const from = (nth * 3) % times.length;
  return [...times.slice(from), ...times.slice(0, from)];
}

// Instructors keep to a few neighbouring styles each.
function distance(instructor: number, style: number): number {
  return Math.min(
    Math.abs(instructor - style),
    danceTypes.length - Math.abs((instructor % danceTypes.length) - style),
  );
}

function isTaken(
  taken: Set<string>,
  who: string,
  days: readonly number[],
  start: number,
  minutes: number,
): boolean {
  return quarters(who, days, start, minutes).some((each) => taken.has(each));
}

function take(
  taken: Set<string>,
  who: string,
  days: readonly number[],
  start: number,
  minutes: number,
): void {
  for (const each of quarters(who, days, start, minutes)) taken.add(each);
}

function quarters(who: string, days: readonly number[], start: number, minutes: number): string[] {
  return days.flatMap((day) =>
    Array.from({ length: Math.ceil(minutes / 15) }, (_, nth) => `${who} ${day} ${start + nth * 15}`),
  );
}

/** The dates on which a class takes place between two days, both included. */
export function datesOf(rule: DemoClass, from: LocalDate, to: LocalDate): LocalDate[] {
  const first = from > rule.sessionStartDate ? from : rule.sessionStartDate;
  const last = rule.sessionEndDate && rule.sessionEndDate < to ? rule.sessionEndDate : to;
  const dates: LocalDate[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (rule.daysOfWeek.includes(isoWeekday(day))) dates.push(day);
  }
  return dates;
}

export const seedRandom = () => openRandom(20_260);
