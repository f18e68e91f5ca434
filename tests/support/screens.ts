import { sql } from 'kysely';
import type { Database, TenantScope } from '#platform/database.ts';

/**
 * Every address there is of a studio, those with an id on a row that has something to show. Left out, it is the one
 * studio of the database.
 */
export async function listScreens(
  database: Database,
  studio?: TenantScope,
): Promise<[name: string, path: string][]> {
  const one = async (query: string) => {
    const rows = studio
      ? await database.readTenant(studio, () => sql.raw<{ id: string }>(query))
      : (await database.pool.query<{ id: string }>(query)).rows;
    return rows[0]?.id ?? '';
  };
  const busiest = await one(
    `select class_id as id from class_registrations group by 1 order by count(*) desc limit 1`,
  );
  const student = await one(
    `select student_id as id from subscriptions group by 1 order by count(*) desc limit 1`,
  );
  const instructor = await one(
    `select instructor_id as id from attendance_sessions group by 1 order by count(*) desc limit 1`,
  );
  const tryout = await one(
    `select id from one_off_sessions where session_type = 'Tryout' and outcome is null limit 1`,
  );
  const inquiry = await one(`select id from inquiries where status = 'contacted' limit 1`);
  const lastDay = await one(
    `select max(session_date)::text as id from attendance_sessions where class_id = '${busiest}'`,
  );
  const dashboard = '/dashboard';
  return [
    ['landing', '/'],
    ['login', '/login'],
    ['login-sign-up', '/login?view=sign_up'],
    ['dashboard', dashboard],
    ['dashboard-week', `${dashboard}?view=week`],
    ['dashboard-rooms', `${dashboard}?view=rooms`],
    ['dashboard-instructors', `${dashboard}?view=instructors`],
    ['insights', `${dashboard}/insights`],
    ['classes', `${dashboard}/manage-classes`],
    ['classes-one-time', `${dashboard}/manage-classes?tab=one-time`],
    ['daily-log', `${dashboard}/daily-log`],
    ['cancellations', `${dashboard}/cancellations`],
    ['instructors', `${dashboard}/manage-instructors`],
    ['instructor-profile', `${dashboard}/instructor-profile/${instructor}`],
    ['students', `${dashboard}/manage-students`],
    ['students-from-inquiry', `${dashboard}/manage-students?inquiry=${inquiry}`],
    ['student-profile', `${dashboard}/student-profile/${student}`],
    ['class-roster', `${dashboard}/class-roster/${busiest}`],
    ['attendance', `${dashboard}/attendance/${busiest}/${lastDay}`],
    ['log-tryout', `${dashboard}/log-tryout/${tryout}`],
    ['classrooms', `${dashboard}/manage-classrooms`],
    ['dance-types', `${dashboard}/manage-dance-types`],
    ['inquiries', `${dashboard}/manage-inquiries`],
    ['inquiries-board', `${dashboard}/manage-inquiries?view=board`],
    ['edit-profile', `${dashboard}/edit-profile`],
    ['your-data', `${dashboard}/your-data`],
    ['your-data-classes', `${dashboard}/your-data?kind=classes`],
    ['color-palette', `${dashboard}/color-palette`],
  ];
}
