import { counted } from '#shared/counted.ts';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { Notice } from '#ui/notice.tsx';

import type { UnloggedDay } from '../schema.ts';
import classes from './unlogged-notice.module.css';

// The latest are remembered best; the rest is one click further.
const shownDays = 5;

type Props = { days: readonly UnloggedDay[]; onDay: (date: LocalDate) => void };

/** What is still to be logged of the last five weeks, and the way there. */
export function UnloggedNotice({ days, onDay }: Props) {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const rest = days.length - shownDays;
  return (
    <div data-noprint>
      <Notice
        tone="warning"
        title={`${counted(total, 'session')} of the last five weeks ${total === 1 ? 'is' : 'are'} not logged`}
      >
        <p className={classes.days}>
          {days.slice(0, shownDays).map(({ date, count }) => (
            <button key={date} type="button" className={classes.day} onClick={() => onDay(date)}>
              {formatDate(date)}
              <span className={classes.count}>
                {count}
                <span className="visually-hidden">{count === 1 ? ' session' : ' sessions'}</span>
              </span>
            </button>
          ))}
          {rest > 0 && <span>and {counted(rest, 'day')} before</span>}
        </p>
      </Notice>
    </div>
  );
}
