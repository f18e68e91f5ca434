import { Button } from '@mantine/core';

import type { DateRange } from '#features/insights/rules.ts';
import { isLocalDate } from '#shared/local-date.ts';
import { TypedInput } from '#ui/typed-input.tsx';

import { rangeIn, rangePresets, rangeProblem, searchFor, type RangeProps } from './range.ts';
import classes from './range-filter.module.css';

/** Start Date, End Date (spec §2) and the usual ranges at one click (R42). */
export function RangeFilter({ search, today, onSearch }: RangeProps) {
  const range = rangeIn(search, today);
  const problem = rangeProblem(range);
  const onDay = (change: Partial<DateRange>) =>
    onSearch((known) => searchFor({ ...rangeIn(known, today), ...change }, today), { typed: true });
  const errorOf = (field: string) => (problem?.field === field ? problem.message : null);
  return (
    <div className={classes.filter} role="search" aria-label="Choose the period" data-noprint>
      <TypedInput
        type="date"
        label="Start Date"
        className={classes.date ?? ''}
        value={range.startDate}
        isValid={isLocalDate}
        error={errorOf('startDate')}
        onValue={(startDate) => onDay({ startDate })}
      />
      <TypedInput
        type="date"
        label="End Date"
        className={classes.date ?? ''}
        value={range.endDate}
        isValid={isLocalDate}
        error={errorOf('endDate')}
        onValue={(endDate) => onDay({ endDate })}
      />
      <div className={classes.presets} role="group" aria-label="Usual periods">
        {rangePresets(today).map(({ name, range: preset }) => {
          const isChosen = preset.startDate === range.startDate && preset.endDate === range.endDate;
          return (
            <Button
              key={name}
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onSearch(() => searchFor(preset, today))}
            >
              {name}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
