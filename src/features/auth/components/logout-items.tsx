import { Menu } from '@mantine/core';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';

import { askAboutEverywhere, askAboutOtherDevices, logOut } from './log-out.ts';

/** Sign out here, on the other devices, or everywhere (spec §7: local, others, global). */
export function LogoutItems() {
  return (
    <>
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => void logOut()}>
        Logout
      </Menu.Item>
      <Menu.Item leftSection={<IconDevices size={16} aria-hidden="true" />} onClick={askAboutOtherDevices}>
        Sign out other devices
      </Menu.Item>
      <Menu.Item
        leftSection={<IconWorld size={16} aria-hidden="true" />}
        onClick={() => void askAboutEverywhere()}
      >
        Sign out everywhere
      </Menu.Item>
    </>
  );
}
