import { NativeSelect } from '@mantine/core';

import classes from './schedule-toolbar.module.css';
import type { FilterOptions, ScheduleFilter } from './schedule-search.ts';

type Props = {
  options: FilterOptions;
  filter: ScheduleFilter;
  onFilter: (filter: ScheduleFilter) => void;
};

/** Filters by instructor and by dance type (spec §2). */
export function ScheduleFilters({ options, filter, onFilter }: Props) {
  return (
    <div className={classes.filters} data-noprint>
      <NativeSelect
        aria-label="Instructor"
        data={[{ value: '', label: 'All instructors' }, ...options.instructors]}
        value={filter.instructor ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, instructor: currentTarget.value || undefined })
        }
      />
      <NativeSelect
        aria-label="Dance type"
        data={[{ value: '', label: 'All dance types' }, ...options.types]}
        value={filter.type ?? ''}
        onChange={({ currentTarget }) => onFilter({ ...filter, type: currentTarget.value || undefined })}
      />
    </div>
  );
}
