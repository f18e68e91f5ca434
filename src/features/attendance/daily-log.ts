import { procedure } from '#platform/procedure.ts';
import { oneOffTitle } from '#features/scheduling/rules.ts';
import { selectDailyLog, type DailyRow } from '#features/attendance/daily-log-sql.ts';
import { loggerOf } from '#features/attendance/rules.ts';
import { dailyLogInput, type DailyItem } from '#features/attendance/schema.ts';

export const dailyLog = procedure('takeAttendance')
  .route({
    method: 'GET',
    path: '/daily-log/{date}',
    tags: ['Attendance'],
    summary: 'List what takes place on a date, by time, and what is logged of it',
  })
  .input(dailyLogInput)
  .handler(async ({ context, input }): Promise<DailyItem[]> => {
    const rows = await context.read(() => selectDailyLog(input, loggerOf(context.caller)));
    return rows.map(toItem);
  });

function toItem({ name, outcomeNotes, ...item }: DailyRow): DailyItem {
  const title = name ?? oneOffTitle({ sessionType: item.type, outcome: item.result, outcomeNotes });
  return { ...item, title };
}
