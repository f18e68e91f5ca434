import { api } from '#client/api.ts';
import { onLive } from '#client/live.ts';
import { queryClient } from '#client/query-client.ts';
import { sessionQuery } from '#client/session.ts';

const settledAfterMs = 4_000;
const againAfterMs = 5 * 60_000;
const freshForMs = 60_000;

/**
 * Fetches today's sessions and their rosters behind the page, so that they are kept before anybody needs them in a
 * room without a network. Gives back how to stop.
 */
export function startFetchingToday(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(fetchNow, settledAfterMs);
  };
  const fetchNow = () => {
    timer = setTimeout(fetchNow, againAfterMs);
    if (document.visibilityState === 'visible' && navigator.onLine) void fetchToday().catch(() => {});
  };
  const stopHearing = onLive(soon);
  soon();
  return () => {
    stopHearing();
    clearTimeout(timer);
  };
}

async function fetchToday(): Promise<void> {
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (!session?.can.takeAttendance) return;
  const date = session.today;
  const keep = { staleTime: freshForMs, retry: false } as const;
  const input = { date, from: null, to: null, roomId: null };
  const day = await queryClient.fetchQuery({ ...api.attendance.dailyLog.queryOptions({ input }), ...keep });
  // One after the other: nobody waits for these.
  for (const { kind, id } of day) {
    if (kind !== 'class') continue;
    const sheet = api.attendance.sheet.queryOptions({ input: { classId: id, date } });
    await queryClient.prefetchQuery({ ...sheet, ...keep });
  }
  await queryClient.prefetchQuery({ ...api.catalog.classrooms.list.queryOptions(), ...keep });
  if (session.can.manageSchedule)
    await queryClient.prefetchQuery({ ...api.people.instructors.list.queryOptions({ input: {} }), ...keep });
}
