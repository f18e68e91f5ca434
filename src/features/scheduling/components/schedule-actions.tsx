import { Menu } from '@mantine/core';
import { useCallback, useState } from 'react';

import { lazyDialog } from '#ui/lazy-part.tsx';

import type { CalendarSession, ClassRule } from '../schema.ts';
import { Anchored } from './anchored.tsx';
import { AttendanceItem, ClassItems } from './class-items.tsx';
import { OneOffItems } from './one-off-items.tsx';
import classes from './schedule-actions.module.css';
import { SessionSummary } from './session-summary.tsx';

const EditClassModal = lazyDialog(
  () => import('./edit-class-modal.tsx'),
  ({ EditClassModal }) => EditClassModal,
);
const CancelDateModal = lazyDialog(
  () => import('./cancel-date-modal.tsx'),
  ({ CancelDateModal }) => CancelDateModal,
);
const EditOneOffModal = lazyDialog(
  () => import('./edit-one-off-modal.tsx'),
  ({ EditOneOffModal }) => EditOneOffModal,
);

/** What was pressed: a class, one date of a class, or a one-off session. */
export type ScheduleItem =
  | { rule: ClassRule; session: CalendarSession | null }
  | { rule: null; session: CalendarSession };

export type OpenMenu = (anchor: HTMLElement, item: ScheduleItem) => void;

export type ScheduleDialog =
  | { kind: 'edit-class'; rule: ClassRule }
  | { kind: 'cancel-date'; rule: ClassRule }
  | { kind: 'edit-one-off'; id: string };

/** The one actions menu of a screen full of classes, and the dialogs it leads to. */
export function useScheduleActions() {
  const [target, setTarget] = useState<{ anchor: HTMLElement; item: ScheduleItem } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [dialog, setDialog] = useState<ScheduleDialog | null>(null);

  const openMenu: OpenMenu = useCallback((anchor, item) => {
    setTarget({ anchor, item });
    setIsOpen(true);
    for (const next of item.rule ? [EditClassModal, CancelDateModal] : [EditOneOffModal]) next.preload();
  }, []);
  const closeDialog = () => setDialog(null);

  const actions = (
    <>
      {target && (
        <Menu
          key={target.item.session?.date ?? ''}
          opened={isOpen}
          onChange={setIsOpen}
          position="bottom-start"
          width={260}
          withinPortal
        >
          <Menu.Target>
            <Anchored anchor={target.anchor} />
          </Menu.Target>
          <Menu.Dropdown>
            <div className={classes.summary}>
              <SessionSummary item={target.item} />
            </div>
            <Menu.Divider />
            <Items item={target.item} onDialog={setDialog} />
            <Menu.Divider />
            <Menu.Item>Close</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog?.kind === 'edit-class' && <EditClassModal rule={dialog.rule} onClose={closeDialog} />}
      {dialog?.kind === 'cancel-date' && <CancelDateModal rule={dialog.rule} onClose={closeDialog} />}
      {dialog?.kind === 'edit-one-off' && <EditOneOffModal id={dialog.id} onClose={closeDialog} />}
    </>
  );
  return { openMenu, actions };
}

type ItemsProps = { item: ScheduleItem; onDialog: (dialog: ScheduleDialog) => void };

function Items({ item, onDialog }: ItemsProps) {
  if (item.rule) return <ClassItems rule={item.rule} session={item.session} onDialog={onDialog} />;
  if (item.session.kind === 'class') return <AttendanceItem session={item.session} />;
  return <OneOffItems session={item.session} onDialog={onDialog} />;
}
