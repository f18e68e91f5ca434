import { memo } from 'react';

import { formatDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { danceTheme } from '#ui/dance-type.tsx';

import type { CalendarSession, ClassRule } from '../schema.ts';
import type { BoardView } from './board-columns.ts';
import type { OpenMenu } from './schedule-actions.tsx';
import classes from './session-block.module.css';
import { sessionWords } from './session-words.ts';

type Props = {
  session: CalendarSession;
  /** The class it is a date of; null for a one-off session. */
  rule: ClassRule | null;
  view: BoardView;
  openMenu: OpenMenu;
};

/** One session as one button, whose words are its name to a screen reader. */
export const SessionBlock = memo(function SessionBlock({ session, rule, view, openMenu }: Props) {
  const theme = danceTheme(session.danceTypeName);
  const [from, until] = formatTimeRange(session).split(' – ');
  const item = rule ? { rule, session } : { rule: null, session };
  return (
    <button
      type="button"
      className={classes.block}
      data-dance={theme.key}
      data-cancelled={session.isCancelled || undefined}
      aria-haspopup="menu"
      onClick={(event) => openMenu(event.currentTarget, item)}
    >
      <span className={classes.title}>
        {session.kind === 'session' && <span className={classes.prefix}>One-Time </span>}
        {session.kind === 'session' ? session.title.replace(/^One-Time /, '') : session.title}
      </span>
      {session.isCancelled && <span className={classes.cancelled}>CANCELLED FOR THIS DATE</span>}
      <span className={classes.when}>
        <span className={classes.code} aria-hidden="true">
          {theme.code}
        </span>
        <span className={classes.hidden}>{formatDate(session.date)}, </span>
        <span className={classes.time}>{from}</span>
        <span className={classes.until}> – {until}</span>
      </span>
      <span className={classes.words}>
        {sessionWords(session, view).map((word) => (
          <span key={word} className={classes.word}>
            {word}
          </span>
        ))}
      </span>
      <span className={classes.hidden}>
        {session.type}, {session.room.name}, {session.instructor.fullName}
      </span>
    </button>
  );
});
