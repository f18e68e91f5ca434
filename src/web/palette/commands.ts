import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import IconClipboardCheck from '@tabler/icons-react/dist/esm/icons/IconClipboardCheck.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMessagePlus from '@tabler/icons-react/dist/esm/icons/IconMessagePlus.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUserEdit from '@tabler/icons-react/dist/esm/icons/IconUserEdit.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useRouter } from '@tanstack/react-router';

import { ownProfilePath, useSession } from '#client/session.ts';
import { logOut } from '#features/auth/components/log-out.ts';
import type { Permission } from '#shared/access.ts';

import { navigation } from '../navigation.ts';
import { pressKey } from '../shortcuts/press-key.ts';

export type Command = {
  /** Keeps apart what has the same label: two students of one name. */
  id?: string;
  label: string;
  /** Tells what has the same label apart for the reader. */
  hint?: string | null;
  icon: Icon;
  /** An address, or what to do. */
  run: string | (() => void);
};
export type CommandGroup = { label: string; commands: readonly Command[] };

type Action = Command & { run: string; needs: Permission };

const actions: readonly Action[] = [
  { label: 'New class', run: '/dashboard/manage-classes', icon: IconPlus, needs: 'manageSchedule' },
  {
    label: 'One-time session',
    run: '/dashboard/manage-classes?tab=one-time',
    icon: IconCalendarPlus,
    needs: 'manageSchedule',
  },
  { label: 'Enroll student', run: '/dashboard/manage-students', icon: IconUserPlus, needs: 'managePeople' },
  {
    label: 'Add inquiry',
    run: '/dashboard/manage-inquiries',
    icon: IconMessagePlus,
    needs: 'manageInquiries',
  },
  {
    label: 'Log attendance for a class today',
    run: '/dashboard/daily-log',
    icon: IconClipboardCheck,
    needs: 'takeAttendance',
  },
  { label: 'Edit Profile', run: '/dashboard/edit-profile', icon: IconUserEdit, needs: 'editOwnProfile' },
  {
    label: 'Your data: download, import',
    run: '/dashboard/your-data',
    icon: IconDatabase,
    needs: 'manageStudio',
  },
];

/** Screens and actions that the reader may use and whose name holds every word typed. */
export function usePaletteCommands(query: string): CommandGroup[] {
  const session = useSession();
  const { routesByPath } = useRouter();
  const isReachable = (path: string, needs: Permission) =>
    Object.hasOwn(routesByPath, path.split('?')[0] ?? path) && session?.can[needs] === true;
  const screens = navigation
    .filter(({ path, needs }) => isReachable(path, needs))
    .map(({ label, icon, path }) => ({ label, icon, run: path }));
  const profilePath = session && ownProfilePath(session);
  const everyday = [
    ...actions.filter(({ run, needs }) => isReachable(run, needs)),
    ...(profilePath ? [{ label: 'My profile', icon: IconUser, run: profilePath }] : []),
    ...useOwnCommands(),
  ];
  return [
    { label: 'Go to', commands: screens.filter(({ label }) => holds(label, query)) },
    { label: 'Do', commands: everyday.filter(({ label }) => holds(label, query)) },
  ];
}

function useOwnCommands(): Command[] {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('dark') === 'dark';
  return [
    {
      label: isDark ? 'Switch to light theme' : 'Switch to dark theme',
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    { label: 'Keyboard shortcuts', icon: IconKeyboard, run: () => void pressKey('?') },
    { label: 'Logout', icon: IconLogout, run: () => void logOut() },
  ];
}

/** Whether a label holds every word typed. */
export function holds(label: string, query: string): boolean {
  const words = query.trim().toLowerCase().split(/\s+/);
  return words.every((word) => label.toLowerCase().includes(word));
}
