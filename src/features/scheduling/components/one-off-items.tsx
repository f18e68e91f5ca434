import { Menu } from '@mantine/core';
import IconClipboardCheck from '@tabler/icons-react/dist/esm/icons/IconClipboardCheck.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { Link } from '@tanstack/react-router';

import { useCan, useSignedIn } from '#client/session.ts';

import type { CalendarSession } from '../schema.ts';
import { useCancelOneOff } from './cancel-one-off.tsx';
import type { ScheduleDialog } from './schedule-actions.tsx';

type Props = { session: CalendarSession; onDialog: (dialog: ScheduleDialog) => void };

/** What can be done with a one-off session. */
export function OneOffItems({ session, onDialog }: Props) {
  const mayManage = useCan('manageSchedule');
  const mayLog = useCan('takeAttendance');
  const { today } = useSignedIn();
  const cancelOneOff = useCancelOneOff();
  return (
    <>
      {mayLog && !session.isCancelled && session.date <= today && (
        <Menu.Item
          leftSection={<IconClipboardCheck size={16} aria-hidden="true" />}
          renderRoot={(props) => (
            <Link to="/dashboard/log-tryout/$sessionId" params={{ sessionId: session.id }} {...props} />
          )}
        >
          {session.isLogged ? 'View Outcome' : session.type === 'Tryout' ? 'Log Tryout' : 'Log Outcome'}
        </Menu.Item>
      )}
      {mayManage && (
        <>
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden="true" />}
            onClick={() => onDialog({ kind: 'edit-one-off', id: session.id })}
          >
            Edit Session
          </Menu.Item>
          {!session.isCancelled && !session.isLogged && (
            <Menu.Item
              data-danger
              leftSection={<IconX size={16} aria-hidden="true" />}
              onClick={() => cancelOneOff(session)}
            >
              Cancel Session
            </Menu.Item>
          )}
        </>
      )}
    </>
  );
}
