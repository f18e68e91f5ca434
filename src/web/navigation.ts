import type { Icon } from '@tabler/icons-react';
import IconCalendarOff from '@tabler/icons-react/dist/esm/icons/IconCalendarOff.mjs';
import IconCalendarWeek from '@tabler/icons-react/dist/esm/icons/IconCalendarWeek.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconClipboardCheck from '@tabler/icons-react/dist/esm/icons/IconClipboardCheck.mjs';
import IconDoor from '@tabler/icons-react/dist/esm/icons/IconDoor.mjs';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import IconMusic from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';

import type { Permission } from '#shared/access.ts';

export type NavigationEntry = { label: string; path: string; icon: Icon; needs: Permission };

/** The sidebar's entries in the order of spec §2, which also spells "Daily Schedual" so. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Dashboard', path: '/dashboard', icon: IconLayoutDashboard, needs: 'readSchedule' },
  { label: 'Insights', path: '/dashboard/insights', icon: IconChartBar, needs: 'readInsights' },
  { label: 'Classes', path: '/dashboard/manage-classes', icon: IconCalendarWeek, needs: 'manageSchedule' },
  {
    label: 'Daily Schedual',
    path: '/dashboard/daily-log',
    icon: IconClipboardCheck,
    needs: 'takeAttendance',
  },
  {
    label: 'Cancellations',
    path: '/dashboard/cancellations',
    icon: IconCalendarOff,
    needs: 'manageSchedule',
  },
  { label: 'Instructors', path: '/dashboard/manage-instructors', icon: IconUser, needs: 'managePeople' },
  { label: 'Students', path: '/dashboard/manage-students', icon: IconUsers, needs: 'managePeople' },
  { label: 'Classrooms', path: '/dashboard/manage-classrooms', icon: IconDoor, needs: 'manageSchedule' },
  { label: 'Dance Types', path: '/dashboard/manage-dance-types', icon: IconMusic, needs: 'manageSchedule' },
  {
    label: 'Inquiries',
    path: '/dashboard/manage-inquiries',
    icon: IconMessageCircle,
    needs: 'manageInquiries',
  },
];
