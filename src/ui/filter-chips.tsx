import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';

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
      <p className={classes.count} role="status">
        {count}
      </p>
      {filters.map(({ label, onRemove }) => (
        <button key={label} type="button" className={classes.chip} onClick={onRemove}>
          <span className={classes.hidden}>Remove filter </span>
          {label}
          <IconX size={14} aria-hidden="true" />
        </button>
      ))}
      {filters.length > 0 && (
        <button type="button" className={classes.clear} onClick={onClear}>
          Clear Filters
        </button>
      )}
    </div>
  );
}
