import { Button, Group, Text } from '@mantine/core';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

import type { NextStep, ToastRequest } from './toast.ts';

/** Draws the toasts; `OverlayHost` mounts it when the first one is asked for. */
export function ToastRegion() {
  const isPhone = window.matchMedia('(max-width: 47.99em)').matches;
  return <Notifications limit={3} position={isPhone ? 'top-center' : 'bottom-right'} />;
}

/** Puts a toast up; the pointer or the focus on one of its buttons pauses its time. */
export function showToast({ message, tone, role, autoClose, undo, next }: ToastRequest): void {
  if (tone === 'danger') clearSuccesses();
  const id = notifications.show({
    role,
    'data-tone': tone,
    color: 'var(--tone-line)',
    autoClose,
    message: undo ? <UndoMessage message={message} next={next} onUndo={takeBack} /> : message,
  });

  // It can be pressed once more while it goes.
  let isTakenBack = false;
  function takeBack() {
    if (isTakenBack) return;
    isTakenBack = true;
    notifications.hide(id);
    undo?.();
  }
}

/** Takes down the toasts that only say that something was done. */
export function clearSuccesses(): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const { id, role, message } of [...shown, ...queue])
    if (id && role === 'status' && typeof message === 'string') notifications.hide(id);
}

type UndoProps = { message: string; next: NextStep | undefined; onUndo: () => void };

function UndoMessage({ message, next, onUndo }: UndoProps) {
  return (
    <Group gap="xs">
      <Text component="span" flex="1 1 12rem">
        {message}
      </Text>
      <Group gap="xs" ms="auto">
        {next && (
          <Button size="compact-sm" variant="default" onClick={next.go}>
            {next.label}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onUndo}>
          Undo
        </Button>
      </Group>
    </Group>
  );
}
