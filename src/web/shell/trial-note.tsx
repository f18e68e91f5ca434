import { counted } from '#shared/counted.ts';
import { daysBetween, type LocalDate } from '#shared/local-date.ts';

import classes from './trial-note.module.css';

const trialDays = 14;

type Props = { endsOn: LocalDate | null; today: LocalDate };

/** How much of the 14-day trial is left: said quietly, and it locks nobody out. */
export function TrialNote({ endsOn, today }: Props) {
  if (endsOn === null) return null;
  const left = daysBetween(today, endsOn);
  if (left < 0) return null;
  return (
    <div className={classes.note}>
      <p className={classes.words}>{trialWords(left)}</p>
      <progress className={classes.bar} max={trialDays} value={left} aria-label="Trial left" />
    </div>
  );
}

function trialWords(left: number): string {
  if (left === 0) return 'Free trial ends today';
  return `${counted(left, 'day')} left in free trial`;
}
