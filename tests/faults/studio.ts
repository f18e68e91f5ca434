import { demand } from './ask.ts';

/** A studio that a load works in, and who it works as. */
export type FaultedStudio = {
  url: string;
  token: string;
  email: string;
  password: string;
  danceTypeId: string;
  /** Who and where the load's new classes are. */
  newClasses: { instructorId: string; roomId: string };
  /** Three classes that students are enrolled in. */
  classIds: string[];
  /** Daily classes that attendance is taken of, with everyone on their roster. */
  dailyClassIds: string[];
  studentIds: string[];
};

export const rosterSize = 20;
/** Of all classes, and of those on the rosters of the daily ones. */
const firstDay = '2022-01-01';
const password = 'a long password';

/** Founds a studio through the API of the app at `url`. */
export async function foundStudio(url: string, name = 'Faulted School'): Promise<FaultedStudio> {
  const email = `owner-of-${name.replaceAll(' ', '-').toLowerCase()}@barre.test`;
  const account = {
    name: 'Olive Owner',
    email,
    password,
    organizationName: name,
    timeZone: 'America/New_York',
  };
  const { token } = await demand<{ token: string }>(url, {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    body: account,
  });
  const make = (path: string, body: unknown) =>
    demand<{ id: string }>(url, { method: 'POST', path: `/api/${path}`, token, body }).then(({ id }) => id);
  const danceTypeId = await make('dance-types', { name: 'Ballet' });
  const makeTeacher = async (nth: number) => ({
    instructorId: await make('instructors', { fullName: `Ina Instructor ${nth}` }),
    roomId: await make('classrooms', { name: `Studio ${nth}` }),
  });
  const teacher = await makeTeacher(1);
  const daily = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const makeClasses = (hours: string[], daysOfWeek: string[]) =>
    Promise.all(
      hours.map((hour) =>
        make('classes', {
          name: `Class at ${hour}`,
          danceTypeId,
          ...teacher,
          daysOfWeek,
          startTime: `${hour}:00`,
          endTime: `${hour}:50`,
          sessionStartDate: firstDay,
          sessionEndDate: null,
        }),
      ),
    );
  const classIds = await makeClasses(['15', '16', '17'], ['Monday']);
  const dailyClassIds = await makeClasses(['06', '07', '08', '09', '10', '11'], daily);
  const studentIds: string[] = [];
  for (let nth = 0; nth < rosterSize; nth++) {
    const body = studentOf(`Rostered Dancer ${nth}`, dailyClassIds, firstDay);
    const question = { method: 'POST', path: '/api/students', token, body };
    studentIds.push((await demand<{ studentId: string }>(url, question)).studentId);
  }
  const newClasses = await makeTeacher(2);
  return { url, token, email, password, danceTypeId, newClasses, classIds, dailyClassIds, studentIds };
}

export function studentOf(fullName: string, classIds: readonly string[], startDate = '2026-11-01') {
  return {
    studentDetails: { fullName },
    enrollmentItems: classIds.map((classId) => ({
      classId,
      amountPaidCents: 5_000,
      startDate,
      endDate: '2026-11-30',
      numberOfSessions: 4,
    })),
    idempotencyKey: crypto.randomUUID(),
  };
}
