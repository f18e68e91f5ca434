import { formatTime, formatTimeRange } from '#shared/time-range.ts';
import { apart } from '#ui/apart.ts';
import { danceTheme } from '#ui/dance-type.tsx';

import type { CalendarSession, ClassRule } from '../schema.ts';
import classes from './agenda.module.css';
import type { BoardColumn, BoardView } from './board-columns.ts';
import { LoggedMark } from './logged-mark.tsx';
import type { OpenMenu } from './schedule-actions.tsx';
import { sessionWords } from './session-words.ts';

type Props = {
  view: BoardView;
  columns: readonly BoardColumn[];
  rules: ReadonlyMap<string, ClassRule>;
  today: string;
  openMenu: OpenMenu;
};

/**
 * The board on a phone (R31): its columns one below the other, each a list by time. Days of the current week
 * that are over are folded away.
 */
export function Agenda({ view, columns, rules, today, openMenu }: Props) {
  const showsToday = columns.some(({ date }) => date === today);
  const [over, ahead] = partition(columns, ({ date }) => showsToday && date !== null && date < today);
  const section = (column: BoardColumn) => (
    <Section
      key={column.key}
      column={column}
      view={view}
      rules={rules}
      isToday={column.date === today}
      openMenu={openMenu}
    />
  );
  return (
    <div className={classes.agenda}>
      {over.length > 0 && (
        <details className={classes.over}>
          <summary>Earlier this week</summary>
          <div className={classes.agenda}>{over.map(section)}</div>
        </details>
      )}
      {ahead.map(section)}
    </div>
  );
}

type SectionProps = Pick<Props, 'view' | 'rules' | 'openMenu'> & { column: BoardColumn; isToday: boolean };

function Section({ column, view, rules, isToday, openMenu }: SectionProps) {
  const titleId = `agenda-${column.key}`;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title} data-today={isToday || undefined}>
        {column.title}
        {isToday && <span className={classes.today}>Today</span>}
      </h2>
      {column.sessions.length === 0 ? (
        <p className={classes.free}>{column.whenEmpty === 'Free' ? 'Free all day' : column.whenEmpty}</p>
      ) : (
        <ul className={classes.list}>
          {column.sessions.map((session) => (
            <li key={`${session.kind}${session.id}`}>
              <AgendaRow
                session={session}
                rule={rules.get(session.id) ?? null}
                view={view}
                openMenu={openMenu}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

type RowProps = {
  session: CalendarSession;
  rule: ClassRule | null;
  view: BoardView;
  openMenu: OpenMenu;
};

function AgendaRow({ session, rule, view, openMenu }: RowProps) {
  const theme = danceTheme(session.danceTypeName);
  return (
    <button
      type="button"
      className={classes.row}
      data-dance={theme.key}
      data-cancelled={session.isCancelled || undefined}
      aria-haspopup="menu"
      onClick={(event) => openMenu(event.currentTarget, rule ? { rule, session } : { rule: null, session })}
    >
      <span className={classes.time}>
        <span className="visually-hidden">{formatTimeRange(session)}</span>
        <span aria-hidden="true">{formatTime(session.startTime)}</span>
        <span aria-hidden="true" className={classes.until}>
          {formatTime(session.endTime)}
        </span>
      </span>
      <span className={classes.block}>
        <span className={classes.name}>{session.title}</span>
        {session.isCancelled && <span className={classes.cancelled}>CANCELLED FOR THIS DATE</span>}
        <span className={classes.words}>
          <span className={classes.code} aria-hidden="true">
            {theme.code}
          </span>
          <LoggedMark session={session} className={classes.logged} />
          {sessionWords(session, view).map(apart).join(' · ')}
        </span>
        <span className="visually-hidden">{session.type}</span>
      </span>
    </button>
  );
}
