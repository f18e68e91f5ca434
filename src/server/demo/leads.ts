import { inventPerson } from '#server/demo/names.ts';
import type { Random } from '#server/demo/random.ts';
import { danceTypes } from '#server/demo/schedule.ts';
import { addDays, isoWeekday, type LocalDate } from '#shared/local-date.ts';

const open = ['new', 'contacted', 'Tryout Scheduled', 'enrolled'] as const;
const sources = ['Instagram', 'Friend', 'Web search', 'Walk-in', 'School fair', 'Facebook', null];
const wishes = ['Weekday evenings', 'Saturday mornings', 'After school, not on Tuesdays', null, null];

/** Inquiries of the last months in every status; converted ones name a student each. */
export function planInquiries(
  random: Random,
  count: number,
  students: readonly string[],
  today: LocalDate,
  now: Date,
) {
  return Array.from({ length: count }, (_, nth) => {
    const person = inventPerson(random, 70_000 + nth);
    // More of late than long ago, and nobody waits for an answer for ever.
    const day = addDays(today, -Math.floor((nth / count) ** 1.8 * 300));
    const status = nth < 4 ? 'new' : statusOf(random, nth);
    const age = random.chance(0.7) ? random.whole(4, 46) : null;
    return {
      id: random.uuid(),
      fullName: person.fullName,
      email: random.chance(0.8) ? person.email : null,
      phoneNumber: person.phoneNumber,
      age,
      ageToldOn: age === null ? null : day,
      gender: person.gender,
      leadSource: random.pick(sources),
      danceTypeInterest: random.pick(danceTypes),
      availabilityNotes: random.pick(wishes),
      status,
      createdAt: earlier(now, `${day}T${String(random.whole(9, 19)).padStart(2, '0')}:20:00Z`),
      studentId: status === 'Converted to Student' ? (students[nth] ?? null) : null,
    };
  });
}

/** Nobody has asked yet later today. */
function earlier(now: Date, at: string): Date {
  return new Date(Math.min(now.getTime(), Date.parse(at)));
}

/** One in four came to stay, in every month: the newest studio has a conversion rate to look at. */
function statusOf(random: Random, nth: number) {
  return nth % 4 === 1 ? 'Converted to Student' : random.pick(nth < 20 ? open : open.slice(1));
}

type Ground = {
  danceTypeIds: readonly string[];
  instructorIds: readonly string[];
  roomIds: readonly string[];
  studentIds: readonly string[];
  inquiryIds: readonly string[];
};

/** One-off sessions around noon, when no class runs: each day's take different instructors and rooms. */
export function planOneOffs(random: Random, ground: Ground, count: number, today: LocalDate) {
  return Array.from({ length: count }, (_, nth) => {
    const sessionDate = weekdayFrom(addDays(today, Math.floor(nth / 2) - Math.floor(count / 3)));
    const sessionType = (['Tryout', 'Private', 'Catch-up'] as const)[nth % 3] ?? 'Private';
    const isPast = sessionDate < today;
    const isPaid = sessionType === 'Private' || (sessionType === 'Tryout' && random.chance(0.6));
    return {
      id: random.uuid(),
      sessionType,
      studentId: sessionType === 'Tryout' ? null : random.pick(ground.studentIds),
      inquiryId: sessionType === 'Tryout' ? random.pick(ground.inquiryIds) : null,
      instructorId: ground.instructorIds[nth % ground.instructorIds.length] ?? '',
      roomId: ground.roomIds[nth % ground.roomIds.length] ?? '',
      danceTypeId: random.pick(ground.danceTypeIds),
      sessionDate,
      startTime: `${11 + (Math.floor(nth / 4) % 4)}:00`,
      endTime: `${11 + (Math.floor(nth / 4) % 4)}:45`,
      priceCents: isPaid ? random.pick([2_000, 4_500, 6_000]) : null,
      isPaid: isPaid && isPast,
      paidOn: isPaid && isPast ? sessionDate : null,
      outcome:
        isPast && sessionDate < addDays(today, -1)
          ? random.pick(['Completed', 'Completed', 'Completed', 'No Show', 'Cancelled'])
          : null,
    };
  });
}

function weekdayFrom(day: LocalDate): LocalDate {
  const weekday = isoWeekday(day);
  return weekday >= 6 ? addDays(day, 8 - weekday) : day;
}
