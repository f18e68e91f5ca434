import { Menu } from '@mantine/core';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useIsConnectionLost } from '#client/live.ts';
import { startKeeping } from '#client/offline.ts';
import { startFetchingToday } from '#client/offline-today.ts';
import { failedText, useWaitingLogs, type WaitingLog } from '#client/outbox.ts';
import { startSending } from '#client/outbox-sender.ts';
import { formatDate } from '#shared/local-date.ts';

import classes from './header-chips.module.css';
import { outboxWords } from './outbox-words.ts';

/** What the header says quietly: that changes of others are not arriving, and how much waits to be sent. */
export function HeaderChips({ owner }: { owner: string }) {
  const isLost = useIsConnectionLost();
  const waiting = useWaitingLogs(owner);
  useEffect(() => startSending(owner), [owner]);
  useEffect(() => startKeeping(owner), [owner]);
  useEffect(startFetchingToday, []);
  return (
    <>
      {waiting.length > 0 && <Outbox waiting={waiting} />}
      <span role="status" className={classes.place}>
        {isLost && (
          <span className={classes.chip} title="What others save appears once the connection is back.">
            <IconCloudOff size={16} aria-hidden="true" />
            <span className={classes.words}>Connection lost</span>
          </span>
        )}
      </span>
    </>
  );
}

function Outbox({ waiting }: { waiting: readonly WaitingLog[] }) {
  const { count, words, isRefused } = outboxWords(waiting);
  const Icon = isRefused ? IconX : IconSend;
  return (
    <Menu width={280} position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.chip} data-tone={isRefused ? 'danger' : 'warning'}>
          <Icon size={16} aria-hidden="true" />
          <span className={classes.words}>{words}</span>
          <span className={classes.count} aria-hidden="true">
            {count}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {waiting.map(({ className, input: { classId, date }, refusal, hasFailed }) => (
          <Menu.Item
            key={classId + date}
            renderRoot={(props) => (
              <Link to="/dashboard/attendance/$classId/$date" params={{ classId, date }} {...props} />
            )}
          >
            {className}, {formatDate(date)}
            <span className={classes.small}>
              {refusal ?? (hasFailed ? failedText : 'Waits for the connection')}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
