import { call } from './api.ts';

/** The studio the traffic works in, and what its writes need. */
export type Studio = {
  url: string;
  token: string;
  /** Take place every day since `since`, so that there is always another day to log. */
  dailyClassIds: string[];
  danceTypeId: string;
  /** Each teaches in a room of their own. */
  teachers: { instructorId: string; roomId: string }[];
};

export const login = { email: 'owner@lake-school.example', password: 'a long password' };
const teachers = 12;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const since = '1940-01-01';

export async function foundStudio(url: string): Promise<Studio> {
  const founder = {
    name: 'Olive Owner',
    ...login,
    organizationName: 'Lake School',
    timeZone: 'Europe/Berlin',
  };
  const { token } = await call<{ token: string }>(url, 'POST', '/api/auth/sign-up/email', '', founder);
  const make = (path: string, body: unknown) =>
    call<{ id: string }>(url, 'POST', path, token, body).then(({ id }) => id);
  const danceTypeId = await make('/api/dance-types', { name: 'Ballet' });
  const staff: Studio['teachers'] = [];
  for (let nth = 0; nth < teachers; nth++)
    staff.push({
      instructorId: await make('/api/instructors', { fullName: `Teacher ${nth}` }),
      roomId: await make('/api/classrooms', { name: `Room ${nth}` }),
    });
  const dailyClassIds: string[] = [];
  for (const hour of [21, 22]) {
    const times = { startTime: `${hour}:00`, endTime: `${hour}:50`, sessionStartDate: since };
    dailyClassIds.push(
      await make('/api/classes', {
        name: `Daily ${hour}`,
        danceTypeId,
        ...staff[0],
        daysOfWeek: weekdays,
        ...times,
      }),
    );
  }
  return { url, token, dailyClassIds, danceTypeId, teachers: staff };
}

// Past midnight every day would be another one, and a log be taken for one that is there already.
const startedAt = Date.now();

/** The nth day before the run began that can be logged. */
export function pastDay(nth: number): string {
  return new Date(startedAt - (nth + 2) * 86_400_000).toISOString().slice(0, 10);
}

const slotsADay = 24;

/** Input of a class that clashes with no other of these: when a year is full, the next one begins. */
export function classInput({ danceTypeId, teachers: staff }: Studio, nth: number) {
  const slot = nth % slotsADay;
  const day = Math.floor(nth / slotsADay);
  const teacher = Math.floor(day / weekdays.length);
  const year = 2027 + Math.floor(teacher / staff.length);
  const hour = String(8 + Math.floor(slot / 2)).padStart(2, '0');
  const [start, end] = slot % 2 ? ['30', '55'] : ['00', '25'];
  return {
    name: `Class ${nth}`,
    danceTypeId,
    ...staff[teacher % staff.length],
    daysOfWeek: [weekdays[day % weekdays.length]],
    startTime: `${hour}:${start}`,
    endTime: `${hour}:${end}`,
    sessionStartDate: `${year}-01-01`,
    sessionEndDate: `${year}-12-31`,
  };
}
