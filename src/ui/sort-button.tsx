import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';

import classes from './sort-button.module.css';

export type Sort = { key: string; direction: 'ascending' | 'descending' };

type Props = { column: string; label: string; sort: Sort | null; onSort: (sort: Sort) => void };

/** Sorts by its column; pressed again, the other way round. The th around it carries aria-sort. */
export function SortButton({ column, label, sort, onSort }: Props) {
  const direction = sort?.key === column ? sort.direction : null;
  const Arrow = direction === null ? IconArrowsSort : direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={classes.button}
      data-sorted={direction !== null || undefined}
      onClick={() =>
        onSort({ key: column, direction: direction === 'ascending' ? 'descending' : 'ascending' })
      }
    >
      {label}
      <Arrow size={14} aria-hidden="true" />
    </button>
  );
}
