import { useEffect, useState } from 'react';

import { useSignedIn } from '#client/session.ts';
import { localDateAt, localTimeAt, type LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';

const tickMs = 30_000;

/** The wall clock in the studio, wherever the browser is. */
export function useStudioClock(): { date: LocalDate; time: LocalTime } {
  const { timeZone } = useSignedIn().organization;
  const [instant, setInstant] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setInstant(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return { date: localDateAt(instant, timeZone), time: localTimeAt(instant, timeZone) };
}
