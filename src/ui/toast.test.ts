import { notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';

import { clearSuccesses, toastError, toastSuccess, toastUndo } from '#ui/toast.ts';

it('takes down with a failure what was said to have succeeded, but for what can be undone', async () => {
  clearSuccesses();
  toastSuccess('Attendance log corrected.');
  await expect.poll(shown).toEqual(['Attendance log corrected.']);
  toastUndo('Ana was removed.', () => {});
  await expect.poll(shown).toHaveLength(2);
  toastError('The server cannot be reached.');
  await expect.poll(shown).toEqual(['undo', 'The server cannot be reached.']);
  toastSuccess('Attendance log corrected.');
  await expect.poll(shown).toHaveLength(3);
  clearSuccesses();
  expect(shown()).toEqual(['undo', 'The server cannot be reached.']);
});

function shown() {
  const { notifications, queue } = notificationsStore.getState();
  return [...notifications, ...queue].map(({ message }) => (typeof message === 'string' ? message : 'undo'));
}
