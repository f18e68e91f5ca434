import { Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';

import type { MouseEvent } from 'react';

import { EmptyState } from './empty-state.tsx';
import classes from './filter-chips.module.css';

export type ActiveFilter = { label: string; onRemove: () => void };

type Props = {
  /** "Showing 4 of 12 classes": announced when it changes. */
  count: string;
  filters: readonly ActiveFilter[];
  onClear: () => void;
};

/** What is being filtered by, each removable, beside how much is left (R23). */
export function FilterChips({ count, filters, onClear }: Props) {
  return (
    <div className={classes.row}>
      <p className={classes.count} role="status" tabIndex={-1}>
        {count}
      </p>
      {filters.map(({ label, onRemove }) => (
        <button
          key={label}
          type="button"
          className={classes.chip}
          onClick={(event) => leave(event, onRemove)}
        >
          <span className="visually-hidden">Remove filter </span>
          {label}
          <IconX size={14} aria-hidden="true" />
        </button>
      ))}
      {filters.length > 0 && (
        <button type="button" className={classes.clear} onClick={(event) => leave(event, onClear)}>
          Clear Filters
        </button>
      )}
    </div>
  );
}

/** Stands where the filters leave nothing over, with the way back (spec §8). */
export function NoMatch({ things, onClear }: { things: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`No ${things} match your filter criteria.`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear Filters
        </Button>
      }
    />
  );
}

function leave({ currentTarget, detail }: MouseEvent<HTMLButtonElement>, remove: () => void): void {
  // Only for the keyboard: a finger that focuses a field brings up the keys.
  if (detail === 0) focusAfter(currentTarget);
  remove();
}

// The button pressed will be gone: the chip beside it takes the focus, after the last one the search or the count.
function focusAfter(pressed: HTMLButtonElement): void {
  const row = pressed.parentElement;
  const chips = [...(row?.querySelectorAll<HTMLElement>(`.${classes.chip}`) ?? [])];
  const at = chips.indexOf(pressed);
  const neighbour = at < 0 ? undefined : (chips[at + 1] ?? chips[at - 1]);
  const search = row?.closest('main')?.querySelector<HTMLElement>('input[type="search"]');
  (neighbour ?? search ?? row?.querySelector('p'))?.focus();
}
