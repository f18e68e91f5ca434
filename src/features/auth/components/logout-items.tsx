import { Menu } from '@mantine/core';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';

import { signOut } from '#client/auth.ts';
import { errorMessage } from '#client/failure.ts';
import { confirmPlain } from '#ui/confirm.ts';
import { toastSuccess } from '#ui/toast.ts';

import { askAboutEverywhere, logOut } from './log-out.ts';

/** Sign out here, on the other devices, or everywhere (spec §7: local, others, global). */
export function LogoutItems() {
  return (
    <>
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => void logOut()}>
        Logout
      </Menu.Item>
      <Menu.Item leftSection={<IconDevices size={16} aria-hidden="true" />} onClick={askAboutOtherDevices}>
        Log out other devices
      </Menu.Item>
      <Menu.Item
        leftSection={<IconWorld size={16} aria-hidden="true" />}
        onClick={() => void askAboutEverywhere('Log out everywhere')}
      >
        Log out everywhere
      </Menu.Item>
    </>
  );
}

function askAboutOtherDevices() {
  confirmPlain({
    title: 'Log out other devices?',
    body: 'You stay signed in here. Every other browser and phone has to sign in again.',
    confirmLabel: 'Log out other devices',
    cancelLabel: 'Cancel',
    errorText: errorMessage,
    onConfirm: async () => {
      await signOut('other-devices');
      toastSuccess('Other devices were logged out.');
    },
  });
}
