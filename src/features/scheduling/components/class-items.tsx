import { Menu } from '@mantine/core';
import IconCalendarOff from '@tabler/icons-react/dist/esm/icons/IconCalendarOff.mjs';
import IconClipboardCheck from '@tabler/icons-react/dist/esm/icons/IconClipboardCheck.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { Link } from '@tanstack/react-router';

import { useCan, useSignedIn, useStudioClock } from '#client/session.ts';
import { formatDateOn } from '#shared/local-date.ts';
import { isSecondClick } from '#ui/second-click.ts';

import type { CalendarSession, ClassRule } from '../schema.ts';
import { useCancelDate, useRestoreDate } from './cancel-date.ts';
import { useDeleteClass } from './delete-class.tsx';
import { aheadFrom, cancelledNext } from './next-session.ts';
import { offerRetry } from './retry-dialog.tsx';
import type { ScheduleDialog } from './schedule-actions.tsx';

type Props = {
  rule: ClassRule;
  /** The date the menu was opened on; null on a card, which stands for the whole class. */
  session: CalendarSession | null;
  onDialog: (dialog: ScheduleDialog) => void;
};

/** What can be done with a class (spec §2), and with one date of it (R31). */
export function ClassItems({ rule, session, onDialog }: Props) {
  const mayManage = useCan('manageSchedule');
  const maySeeRoster = useCan('takeAttendance');
  const deleteClass = useDeleteClass();
  return (
    <>
      {maySeeRoster && (
        <Menu.Item
          leftSection={<IconUsers size={16} aria-hidden="true" />}
          renderRoot={(props) => (
            <Link to="/dashboard/class-roster/$classId" params={{ classId: rule.id }} {...props} />
          )}
        >
          View Students
        </Menu.Item>
      )}
      {session && <AttendanceItem session={session} />}
      {mayManage && (
        <>
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden="true" />}
            onClick={() => onDialog({ kind: 'edit-class', rule })}
          >
            Edit Rule
          </Menu.Item>
          <DateItem rule={rule} session={session} onDialog={onDialog} />
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => deleteClass(rule)}
          >
            Delete Rule
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** Leads to the sheet of one date of a class, which may have been deleted since. */
export function AttendanceItem({ session }: { session: CalendarSession }) {
  const mayLog = useCan('takeAttendance');
  const { today } = useSignedIn();
  if (!mayLog || session.isCancelled || session.date > today) return null;
  return (
    <Menu.Item
      leftSection={<IconClipboardCheck size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link
          to="/dashboard/attendance/$classId/$date"
          params={{ classId: session.id, date: session.date }}
          {...props}
        />
      )}
    >
      {session.isLogged ? 'View Attendance' : 'Log Attendance'}
    </Menu.Item>
  );
}

// On the board: cancel or restore the date in question. On a card: choose a date, or restore the next one. The menu
// can be pressed once more while it fades.
function DateItem({ rule, session, onDialog }: Props) {
  const cancelDate = useCancelDate();
  const { restoreDate } = useRestoreDate();
  const { today } = useSignedIn();
  const { time } = useStudioClock();
  const cancelled = session
    ? session.cancellationId && { id: session.cancellationId, date: session.date }
    : cancelledNext(rule, aheadFrom(rule, { date: today, time }));
  const restore = cancelled && (
    <Menu.Item
      leftSection={<IconRestore size={16} aria-hidden="true" />}
      onClick={(event) => !isSecondClick(event) && restoreDate({ ...cancelled, className: rule.name })}
    >
      Restore {formatDateOn(cancelled.date, today)}
    </Menu.Item>
  );
  const icon = <IconCalendarOff size={16} aria-hidden="true" />;
  if (!session) {
    return (
      <>
        {restore}
        <Menu.Item leftSection={icon} onClick={() => onDialog({ kind: 'cancel-date', rule })}>
          Cancel a Date
        </Menu.Item>
      </>
    );
  }
  if (restore) return restore;
  // Its log can be corrected, nothing is left to cancel.
  if (session.isCancelled || session.isLogged) return null;
  const cancelThis = () => {
    cancelDate(rule, session.date).catch((error: unknown) =>
      offerRetry(`${rule.name} on ${formatDateOn(session.date, today)} was not cancelled`, error, cancelThis),
    );
  };
  return (
    <Menu.Item leftSection={icon} onClick={(event) => !isSecondClick(event) && cancelThis()}>
      Cancel this date
    </Menu.Item>
  );
}
