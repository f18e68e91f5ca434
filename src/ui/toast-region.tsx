import { Button, Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

import type { ToastRequest } from './toast.ts';

/** Draws the toasts; `ToastHost` mounts it when the first one is asked for. */
export function ToastRegion() {
  const isPhone = window.matchMedia('(max-width: 47.99em)').matches;
  return <Notifications limit={3} position={isPhone ? 'top-center' : 'bottom-right'} />;
}

/** Puts a toast up; the pointer or the focus on one of its buttons pauses its time. */
export function showToast({ message, tone, role, autoClose, undo }: ToastRequest): void {
  const id = notifications.show({
    role,
    'data-tone': tone,
    color: 'var(--tone-line)',
    autoClose,
    message: undo ? <UndoMessage message={message} onUndo={takeBack} /> : message,
  });

  function takeBack() {
    notifications.hide(id);
    undo?.();
  }
}

function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text component="span">{message}</Text>
      <Button size="compact-sm" variant="default" flex="none" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
