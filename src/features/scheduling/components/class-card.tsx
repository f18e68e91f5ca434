import IconCalendarRepeat from '@tabler/icons-react/dist/esm/icons/IconCalendarRepeat.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconDoor from '@tabler/icons-react/dist/esm/icons/IconDoor.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { memo, type ReactNode } from 'react';

import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { formatWeekdays } from '#shared/weekday.ts';
import { danceTheme } from '#ui/dance-type.tsx';
import { rowId } from '#ui/focus-row.ts';
import { Unbroken } from '#ui/unbroken.tsx';

import type { ClassRule } from '../schema.ts';
import classes from './class-card.module.css';
import { cancelledNext, nextWords } from './next-session.ts';
import type { OpenMenu } from './schedule-actions.tsx';

type Props = {
  rule: ClassRule;
  today: LocalDate;
  /** The first day whose session is not over; see `aheadFrom`. */
  from: LocalDate;
  /** Null for who can do nothing with a class. */
  openMenu: OpenMenu | null;
};

/** One class in the colours of its dance type; memoised, for a grid of 500 is drawn anew with every filter. */
export const ClassCard = memo(function ClassCard({ rule, today, from, openMenu }: Props) {
  const cancelled = cancelledNext(rule, from);
  const theme = danceTheme(rule.danceType.name);
  return (
    <article
      id={rowId(rule.id)}
      tabIndex={-1}
      className={classes.card}
      data-dance={theme.key}
      data-cancelled={cancelled ? true : undefined}
    >
      <header className={classes.head} role="presentation">
        <p className={classes.type}>
          <span className={classes.code} aria-hidden="true">
            {theme.code}
          </span>
          {rule.danceType.name} · {rule.classType}
        </p>
        <h2 className={classes.name}>{rule.name}</h2>
        {cancelled && (
          <p className={classes.cancelled}>
            CANCELLED FOR THIS DATE <span className={classes.date}>{formatDate(cancelled.date)}</span>
          </p>
        )}
        {openMenu && (
          <button
            type="button"
            className={classes.actions}
            aria-label={`Actions for ${rule.name}`}
            aria-haspopup="menu"
            onClick={(event) => openMenu(event.currentTarget, { rule, session: null })}
          >
            <IconDots size={18} aria-hidden="true" />
          </button>
        )}
      </header>
      <ul className={classes.facts}>
        <Fact icon={<IconCalendarRepeat size={16} />} label="Days">
          {formatWeekdays(rule.daysOfWeek)}, <Unbroken>{formatTimeRange(rule)}</Unbroken>
        </Fact>
        <Fact icon={<IconUser size={16} />} label="Instructor">
          {rule.instructor.fullName}
        </Fact>
        <Fact icon={<IconDoor size={16} />} label="Classroom">
          {rule.room.name}
        </Fact>
        <Fact icon={<IconUsers size={16} />} label="Students">
          {rule.enrolledCount} enrolled
        </Fact>
      </ul>
      <p className={classes.next}>{nextWords(rule, today, from)}</p>
    </article>
  );
});

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className={classes.fact}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span>
        <span className="visually-hidden">{label}: </span>
        {children}
      </span>
    </li>
  );
}
