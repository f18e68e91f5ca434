import { written } from '#platform/json-text.ts';
import { forbidden, procedure } from '#platform/procedure.ts';
import { cancellationsApi } from '#features/scheduling/cancellations/api.ts';
import { selectCalendar } from '#features/scheduling/calendar/sql.ts';
import { classesApi } from '#features/scheduling/classes/api.ts';
import { weekdayNumbers } from '#features/scheduling/classes/sql.ts';
import { oneOffsApi } from '#features/scheduling/one-offs/api.ts';
import {
  calendarInput,
  checkConflictInput,
  type CalendarSession,
  type Clash,
  type ConflictCheck,
} from '#features/scheduling/schema.ts';
import { clashQuery, slotOn, toClash, type Slot } from '#features/scheduling/sql.ts';
import type { LocalDate } from '#shared/local-date.ts';

export const schedulingApi = {
  classes: classesApi,
  cancellations: cancellationsApi,
  oneOffs: oneOffsApi,
  calendar: procedure('readSchedule')
    .route({
      method: 'GET',
      path: '/calendar',
      tags: ['Calendar'],
      summary: 'List every session between two days, cancelled ones included',
    })
    .input(calendarInput)
    .output(written<CalendarSession[]>())
    .handler(({ context: { readText, caller }, input }) => readText(selectCalendar(caller, input))),
  checkForScheduleConflict: procedure('manageSchedule')
    .route({
      method: 'POST',
      path: '/check_for_schedule_conflict',
      tags: ['Calendar'],
      summary: 'Tell what a booking would clash with, without booking',
    })
    .input(checkConflictInput)
    .handler(async ({ context: { read, caller, today }, input }): Promise<Clash[]> => {
      if (input.organizationId !== null && input.organizationId !== caller.organizationId) throw forbidden();
      const except = { classId: input.excludeClassId, oneOffId: input.excludeSessionId };
      const rows = await read(() => clashQuery(slotOf(input, today), except));
      return rows.map(toClash);
    }),
};

function slotOf(check: ConflictCheck, today: LocalDate): Slot {
  if (check.sessionDate !== null) return slotOn(check.sessionDate, check);
  return {
    ...check,
    weekdays: weekdayNumbers(check.daysOfWeek ?? []),
    firstDay: check.sessionStartDate ?? today,
    lastDay: check.sessionEndDate,
  };
}
