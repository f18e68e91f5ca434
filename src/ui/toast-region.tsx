import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  Notifications,
  notifications,
  notificationsStore,
  type NotificationData,
} from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

import { useRef } from 'react';

import { useFocusHandOn } from './focus-return.ts';
import type { NextStep, ToastRequest } from './toast.ts';

const mostShown = 3;

/**
 * Draws the toasts; `OverlayHost` mounts it when the first one is asked for. A finger finds what saves at the bottom of a
 * phone and of a tablet, where it could not reach it through a toast as a mouse does.
 */
export function ToastRegion() {
  const isTouched = useMediaQuery('(max-width: 47.99em), (hover: none)', undefined, {
    getInitialValueInEffect: false,
  });
  return <Notifications limit={mostShown} position={isTouched ? 'top-center' : 'bottom-right'} />;
}

/** Puts a toast up; the pointer or the focus on one of its buttons pauses its time. */
export function showToast({ message, tone, role, autoClose, undo, next }: ToastRequest): void {
  if (tone === 'danger') clearSuccesses();
  makeRoom();
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

/** Left to wait, the newest would be seen when it is too late to undo it: what is done already goes before a failure. */
function makeRoom(): void {
  const { notifications: shown } = notificationsStore.getState();
  if (shown.length < mostShown) return;
  const oldest = shown.find(isPlainSuccess) ?? shown.find(({ role }) => role === 'status') ?? shown[0];
  if (oldest?.id) notifications.hide(oldest.id);
}

/** Takes down the toasts that only say that something was done. */
export function clearSuccesses(): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const toast of [...shown, ...queue])
    if (toast.id && isPlainSuccess(toast)) notifications.hide(toast.id);
}

function isPlainSuccess({ role, message }: NotificationData): boolean {
  return role === 'status' && typeof message === 'string';
}

type UndoProps = { message: string; next: NextStep | undefined; onUndo: () => void };

function UndoMessage({ message, next, onUndo }: UndoProps) {
  const holder = useRef<HTMLDivElement>(null);
  useFocusHandOn(holder);
  return (
    <Group gap="xs" ref={holder}>
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
