/** The part of the API whose answers one table's rows stand in: `['people', 'students']`; `[]` is all of it. */
type Path = readonly string[];

const everything: readonly Path[] = [[]];
const schedule: Path = ['scheduling'];
const attendance: Path = ['attendance'];
const insights: Path = ['insights'];
const students: Path = ['people', 'students'];
const instructors: Path = ['people', 'instructors'];
const enrollment: Path = ['enrollment'];
const payments: Path = ['payments'];
const leads: Path = ['leads'];

/** Names stand on every screen, so whoever changes one changes all; the rest is what each screen is made of. */
const readBy: Readonly<Record<string, readonly Path[]>> = {
  organizations: everything,
  profiles: everything,
  classes: everything,
  classrooms: [['catalog'], schedule, attendance],
  dance_types: [['catalog'], schedule, attendance, students, enrollment, payments, insights],
  pay_terms: [instructors, insights],
  class_cancellations: [schedule, attendance, enrollment, insights],
  one_off_sessions: [schedule, attendance, leads, instructors, insights],
  inquiries: [leads, schedule, attendance, insights],
  subscriptions: [payments, students, enrollment, insights],
  class_registrations: [enrollment, students, schedule, attendance, insights],
  attendance_sessions: [attendance, schedule, payments, students, enrollment, insights],
  attendance_entries: [attendance, payments, students, enrollment, insights],
};

/** The paths to ask anew when these tables have changed; a table nobody here knows may stand anywhere. */
export function pathsReading(tables: readonly string[]): Path[] {
  const paths = new Set(tables.flatMap((table) => readBy[table] ?? everything));
  return paths.has(everything[0] ?? []) ? [...everything] : [...paths];
}
