import { Button } from '@mantine/core';

import { isLocalDate } from '#shared/local-date.ts';
import { TypedInput } from '#ui/typed-input.tsx';

import { rangeIn, rangePresets, rangeProblem, searchFor, type RangeProps } from './range.ts';
import classes from './range-filter.module.css';

/** Start Date, End Date (spec §2) and the usual ranges at one click (R42). */
export function RangeFilter({ search, today, onSearch }: RangeProps) {
  const range = rangeIn(search, today);
  const problem = rangeProblem(range);
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
        onValue={(day) =>
          onSearch({ start: searchFor({ ...range, startDate: day }, today).start }, { typed: true })
        }
      />
      <TypedInput
        type="date"
        label="End Date"
        className={classes.date ?? ''}
        value={range.endDate}
        isValid={isLocalDate}
        error={errorOf('endDate')}
        onValue={(day) =>
          onSearch({ end: searchFor({ ...range, endDate: day }, today).end }, { typed: true })
        }
      />
      <div className={classes.presets} role="group" aria-label="Usual periods">
        {rangePresets(today).map(({ name, range: preset }) => {
          const isChosen = preset.startDate === range.startDate && preset.endDate === range.endDate;
          return (
            <Button
              key={name}
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onSearch(searchFor(preset, today))}
            >
              {name}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
