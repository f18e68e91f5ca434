import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import { memo } from 'react';

import { formatDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { danceTheme } from '#ui/dance-type.tsx';

import type { CalendarSession, ClassRule } from '../schema.ts';
import type { BoardView } from './board-columns.ts';
import { LoggedMark } from './logged-mark.tsx';
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
      <span className={classes.title} title={tooltip(session)}>
        {session.kind === 'session' && <span className={classes.prefix}>One-Time </span>}
        {session.kind === 'session' ? session.title.replace(/^One-Time /, '') : session.title}
      </span>
      {session.isCancelled && (
        <span className={classes.cancelled}>
          <IconBan size={14} stroke={2.5} aria-hidden="true" />
          <span className={classes.state}>
            CANCELLED<span className={classes.forDate}> FOR THIS DATE</span>
          </span>
        </span>
      )}
      <span className={classes.when}>
        <span className={classes.code} aria-hidden="true">
          {theme.code}
        </span>
        <LoggedMark session={session} className={classes.logged} />
        <span className="visually-hidden">{formatDate(session.date)}, </span>
        <span className={classes.time}>{from}</span>
        <span className={classes.until}> – {until}</span>
      </span>
      <span className={classes.words}>
        {sessionWords(session, view).map((word, nth) => (
          // A room may be called like a dance type, a student like the instructor.
          <span key={`${nth} ${word}`} className={classes.word}>
            {word}
          </span>
        ))}
      </span>
      <span className="visually-hidden">
        {session.type}, {session.room.name}, {session.instructor.fullName}
      </span>
    </button>
  );
});

/** Everything a block says, for where it has no room for it. */
function tooltip(session: CalendarSession): string {
  const { title, isCancelled, isLogged, type, room, instructor, studentName } = session;
  return [
    isCancelled ? `${title} (cancelled for this date)` : title,
    formatTimeRange(session),
    ...[type, room.name, instructor.fullName, studentName].filter((word) => word !== null),
    ...(isLogged && !isCancelled ? ['Logged'] : []),
  ].join('\n');
}
