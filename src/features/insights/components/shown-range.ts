import { useState } from 'react';

import type { DateRange } from '#features/insights/rules.ts';

/** The range of the figures that are shown: while those before it are kept, theirs, else the one asked for. */
export function useShownRange(asked: DateRange, { areKept }: { areKept: boolean }): DateRange {
  const [shown, setShown] = useState(asked);
  const isShown = shown.startDate === asked.startDate && shown.endDate === asked.endDate;
  if (areKept || isShown) return shown;
  setShown(asked);
  return asked;
}
