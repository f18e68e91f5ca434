import { Anchor, Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { Link } from '@tanstack/react-router';

import { isOf, useWaitingLogs } from '#client/outbox.ts';
import { useSession } from '#client/session.ts';
import { counted } from '#shared/counted.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { apart } from '#ui/apart.ts';
import { danceTheme, DanceTypeTag } from '#ui/dance-type.tsx';
import { Badge, statusTone } from '#ui/status-badge.tsx';

import type { DailyItem } from '../schema.ts';
import classes from './daily-log.module.css';

type Props = { item: DailyItem; date: LocalDate; isPast: boolean };

/** One session of the day: one thing to do about it, or a check when it is done (R32). */
export function DailyRow({ item, date, isPast }: Props) {
  const { title, danceTypeName, isCancelled, result } = item;
  const logs = useWaitingLogs(useSession()?.profileId);
  const waiting = logs.find((log) => isOf({ classId: item.id, date }, log));
  return (
    <li
      className={classes.row}
      data-dance={danceTheme(danceTypeName).key}
      data-cancelled={isCancelled || undefined}
    >
      <span className={classes.time}>{formatTimeRange(item)}</span>
      <div className={classes.words}>
        <p className={classes.title}>
          <Anchor inherit className={classes.link} renderRoot={linkToLog(item, date)}>
            {title}
          </Anchor>
          {danceTypeName && <DanceTypeTag name={danceTypeName} />}
        </p>
        <p className={classes.small}>
          {item.personName && <strong>{`${item.personName} · `}</strong>}
          {placeWords(item)}
        </p>
        {isCancelled && <p className={classes.danger}>CANCELLED FOR THIS DATE</p>}
        {waiting?.refusal && <p className={classes.danger}>Not accepted: {waiting.refusal}</p>}
      </div>
      <div className={classes.action}>
        {result ? (
          <Badge tone={statusTone(item.kind === 'class' ? 'attendance' : 'tryout', result)}>
            <IconCheck size={14} aria-hidden="true" />
            {result}
          </Badge>
        ) : waiting?.refusal === null ? (
          <Badge tone="warning">Waits to be sent</Badge>
        ) : (
          !isCancelled && isPast && <LogButton item={item} date={date} />
        )}
      </div>
    </li>
  );
}

function LogButton({ item, date }: Omit<Props, 'isPast'>) {
  const label = buttonLabels[item.kind === 'class' ? 'class' : item.type === 'Tryout' ? 'tryout' : 'session'];
  return (
    <Button
      data-noprint
      data-to-do
      aria-label={`${label}: ${item.title}, ${formatTimeRange(item)}`}
      renderRoot={linkToLog(item, date)}
    >
      {label}
    </Button>
  );
}

// spec §2 names the first two; a private lesson is no tryout.
const buttonLabels = { class: 'Log Attendance', tryout: 'Log Tryout', session: 'Log Outcome' };

/** Where a session is logged (spec §2), as what Mantine's buttons and anchors are drawn with. */
function linkToLog({ kind, id }: DailyItem, date: LocalDate) {
  return (props: Record<string, unknown>) =>
    kind === 'class' ? (
      <Link to="/dashboard/attendance/$classId/$date" params={{ classId: id, date }} {...props} />
    ) : (
      <Link to="/dashboard/log-tryout/$sessionId" params={{ sessionId: id }} {...props} />
    );
}

function placeWords({ kind, type, room, instructor, rosterCount, presentCount }: DailyItem): string {
  if (kind === 'session') return [room.name, instructor.fullName].map(apart).join(' · ');
  const who = presentCount === null ? counted(rosterCount ?? 0, 'student') : `${presentCount} present`;
  return [type, room.name, instructor.fullName, who].map(apart).join(' · ');
}
