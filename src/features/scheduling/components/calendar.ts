import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api } from '#client/api.ts';
import { addDays, startOfWeek, type LocalDate } from '#shared/local-date.ts';

/** The sessions of the week a date lies in; the weeks beside it are fetched ahead, so that a step is instant. */
export function useCalendar(date: LocalDate, isEnabled: boolean) {
  const queryClient = useQueryClient();
  const calendar = useQuery({ ...calendarQuery(date), enabled: isEnabled });
  useEffect(() => {
    if (!calendar.isSuccess) return;
    for (const days of [-7, 7]) void queryClient.prefetchQuery(calendarQuery(addDays(date, days)));
  }, [date, calendar.isSuccess, queryClient]);
  return calendar;
}

// A single day's board is cut from its week too: walking through the week then needs no further request.
function calendarQuery(date: LocalDate) {
  const start = startOfWeek(date);
  return api.scheduling.calendar.queryOptions({ input: { start, end: addDays(start, 6) } });
}
