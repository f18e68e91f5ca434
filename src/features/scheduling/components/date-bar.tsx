import { ActionIcon, Button } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';

import { formatDate, formatDateSpan, isLocalDate, type LocalDate } from '#shared/local-date.ts';
import { TypedInput } from '#ui/typed-input.tsx';

import { daysShown, stepDate } from '../board.ts';
import type { BoardView } from './board-columns.ts';
import classes from './schedule-toolbar.module.css';

/** Changes which days are shown; a date being typed replaces the last one in the history (R22). */
export type OnDate = (date: LocalDate, options?: { typed?: boolean }) => void;

type Props = {
  view: BoardView;
  date: LocalDate;
  today: LocalDate;
  onDate: OnDate;
  /** How much is shown, beside which days are. */
  children: ReactNode;
};

/** Which days the board shows, and the way to others: arrows, Today, a date; the keys ←, → and t (R19). */
export function DateBar({ view, date, today, onDate, children }: Props) {
  const step = (steps: number) => onDate(stepDate(view, date, steps));
  const unit = view === 'week' ? 'week' : 'day';
  return (
    <div className={classes.dates}>
      <Button variant="default" onClick={() => onDate(today)} aria-keyshortcuts="t">
        Today
      </Button>
      <div className={classes.arrows}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Previous ${unit}`}
          aria-keyshortcuts="ArrowLeft"
          onClick={() => step(-1)}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Next ${unit}`}
          aria-keyshortcuts="ArrowRight"
          onClick={() => step(1)}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      <p className={classes.span} aria-live="polite">
        {spanWords(view, date)}
      </p>
      <div className={classes.status}>{children}</div>
      <TypedInput
        type="date"
        aria-label="Go to date"
        className={classes.goTo}
        value={date}
        isValid={isLocalDate}
        onValue={(day) => isLocalDate(day) && onDate(day, { typed: true })}
      />
    </div>
  );
}

function spanWords(view: BoardView, date: LocalDate): string {
  const days = daysShown(view, date);
  const last = days.at(-1) ?? date;
  return days.length > 1 ? formatDateSpan(days[0] ?? date, last) : formatDate(date, true);
}
