import { selectDailyLog } from '#features/attendance/daily-log-sql.ts';
import { loggerOf } from '#features/attendance/rules.ts';
import { dailyLogInput, type DailyItem } from '#features/attendance/schema.ts';
import { written } from '#platform/json-text.ts';
import { procedure } from '#platform/procedure.ts';

export const dailyLog = procedure('takeAttendance')
  .route({
    method: 'GET',
    path: '/daily-log/{date}',
    tags: ['Attendance'],
    summary: 'List what takes place on a date, by time, and what is logged of it',
  })
  .input(dailyLogInput)
  .output(written<DailyItem[]>())
  .handler(({ context, input }) => context.readText(selectDailyLog(input, loggerOf(context.caller))));
