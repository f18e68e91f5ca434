import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';

import { loginViews, type LoginSearch } from '#features/auth/components/login-views.ts';
import type { DailyLogSearch } from '#features/attendance/components/daily-log-search.ts';
import type { ManageStudentsSearch } from '#features/enrollment/components/manage-students-search.ts';
import type { RosterSearch } from '#features/enrollment/components/roster-search.ts';
import type { RangeSearch } from '#features/insights/components/range.ts';
import type { InquirySearch } from '#features/leads/components/inquiry-filter.ts';
import type { ManageClassesSearch } from '#features/scheduling/components/manage-classes-search.ts';
import type { ScheduleSearch } from '#features/scheduling/components/schedule-search.ts';

import type { Permission } from '#shared/access.ts';

import { latePage } from './late-page.ts';
import { StartingUp } from './starting-up.tsx';
import { day, laterPage, oneOf, rowId, text, time, type RawSearch } from './search.ts';

// The table of URLs (spec §2). A page is one entry here: its path, how its search is read, and where it is
// loaded from. Components and styles belong to the pages: anything imported here weighs on every first load.

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What who opens the page must be allowed to; anybody signed in may when left out. */
    needs?: Permission;
  }
}

const root = createRootRoute();

/** Of routes that ask who is signed in before they show anything. */
const startingUp = { pendingComponent: StartingUp, pendingMs: 0, pendingMinMs: 0 };

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  loader: async () => {
    const ways = await import('#features/auth/components/use-sign-in-ways.ts');
    await ways.askForSignInWays();
  },
  component: latePage(() => import('./pages/login.tsx'), 'LoginPage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: async ({ location }) => {
    if (!(await isSignedIn())) throw redirect({ to: '/login', search: { next: location.href } });
  },
  component: latePage(() => import('./pages/dashboard-shell.tsx'), 'DashboardShell'),
  ...startingUp,
});

/** Any unknown path leads to the dashboard when signed in, else to /login. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async () => {
    throw redirect({ to: (await isSignedIn()) ? '/dashboard' : '/login' });
  },
  ...startingUp,
});

const dashboardPages = [
  createRoute({
    getParentRoute: () => dashboard,
    path: '/',
    validateSearch: scheduleSearch,
    component: latePage(() => import('./pages/all-classes.tsx'), 'AllClassesPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'manage-classes',
    staticData: { needs: 'manageSchedule' },
    validateSearch: classesSearch,
    component: latePage(() => import('./pages/manage-classes.tsx'), 'ManageClassesPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'cancellations',
    validateSearch: ({ page }: RawSearch): { page?: number | undefined } => ({ page: laterPage(page) }),
    component: latePage(() => import('./pages/cancellations.tsx'), 'CancellationsPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'edit-profile',
    component: latePage(() => import('./pages/edit-profile.tsx'), 'EditProfilePage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'manage-classrooms',
    staticData: { needs: 'manageSchedule' },
    component: latePage(() => import('./pages/manage-classrooms.tsx'), 'ManageClassroomsPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'manage-dance-types',
    staticData: { needs: 'manageSchedule' },
    component: latePage(() => import('./pages/manage-dance-types.tsx'), 'ManageDanceTypesPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'manage-instructors',
    staticData: { needs: 'managePeople' },
    validateSearch: ({ q }: RawSearch): { q?: string | undefined } => ({ q: text(q) }),
    component: latePage(() => import('./pages/manage-instructors.tsx'), 'ManageInstructorsPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'instructor-profile/$instructorId',
    validateSearch: rangeSearch,
    component: latePage(() => import('./pages/instructor-profile.tsx'), 'InstructorProfilePage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'manage-inquiries',
    staticData: { needs: 'manageInquiries' },
    validateSearch: inquirySearch,
    component: latePage(() => import('./pages/manage-inquiries.tsx'), 'ManageInquiriesPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'attendance/$classId/$date',
    component: latePage(() => import('./pages/attendance.tsx'), 'AttendancePage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'daily-log',
    staticData: { needs: 'takeAttendance' },
    validateSearch: dailyLogSearch,
    component: latePage(() => import('./pages/daily-log.tsx'), 'DailyLogPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'log-tryout/$sessionId',
    staticData: { needs: 'takeAttendance' },
    component: latePage(() => import('./pages/log-tryout.tsx'), 'LogTryoutPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'manage-students',
    staticData: { needs: 'managePeople' },
    validateSearch: studentsSearch,
    component: latePage(() => import('./pages/manage-students.tsx'), 'ManageStudentsPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'student-profile/$studentId',
    staticData: { needs: 'readOwnStudent' },
    validateSearch: ({ page }: RawSearch): { page?: number | undefined } => ({ page: laterPage(page) }),
    component: latePage(() => import('./pages/student-profile.tsx'), 'StudentProfilePage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'class-roster/$classId',
    staticData: { needs: 'takeAttendance' },
    validateSearch: ({ from, page }: RawSearch): RosterSearch => ({ from: day(from), page: laterPage(page) }),
    component: latePage(() => import('./pages/class-roster.tsx'), 'ClassRosterPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'insights',
    staticData: { needs: 'readInsights' },
    validateSearch: rangeSearch,
    component: latePage(() => import('./pages/insights.tsx'), 'InsightsPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'debug',
    beforeLoad: requireTestPages,
    component: latePage(() => import('./pages/debug.tsx'), 'DebugPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'final-debug',
    beforeLoad: requireTestPages,
    component: latePage(() => import('./pages/final-debug.tsx'), 'FinalDebugPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'your-data',
    staticData: { needs: 'manageStudio' },
    validateSearch: ({ kind }: RawSearch): { kind?: 'instructors' | 'classes' | undefined } => ({
      kind: oneOf(['instructors', 'classes'], kind),
    }),
    component: latePage(() => import('./pages/your-data.tsx'), 'YourDataPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'color-palette',
    component: latePage(() => import('./pages/color-palette.tsx'), 'ColorPalettePage'),
  }),
] as const;

export const routeTree = root.addChildren([login, dashboard.addChildren(dashboardPages), elsewhere]);

function scheduleSearch({ view, date, instructor, type }: RawSearch): ScheduleSearch {
  return {
    view: oneOf(['week', 'rooms', 'instructors'], view),
    date: day(date),
    instructor: text(instructor),
    type: text(type),
  };
}

function classesSearch({ tab, when, page }: RawSearch): ManageClassesSearch {
  return { tab: oneOf(['one-time'], tab), when: oneOf(['past'], when), page: laterPage(page) };
}

function inquirySearch({ q, type, status, view, page }: RawSearch): InquirySearch {
  return {
    q: text(q),
    type: text(type),
    status: text(status),
    view: oneOf(['board'], view),
    page: laterPage(page),
  };
}

function dailyLogSearch({ date, from, to, room }: RawSearch): DailyLogSearch {
  return { date: day(date), from: time(from), to: time(to), room: rowId(room) };
}

function studentsSearch({ q, type, page, inquiry }: RawSearch): ManageStudentsSearch {
  return { q: text(q), type: rowId(type), page: laterPage(page), inquiry: rowId(inquiry) };
}

function rangeSearch({ start, end }: RawSearch): RangeSearch {
  return { start: day(start), end: day(end) };
}

function loginSearch({ view, next, token, invited, confirm, error, updated, ended }: RawSearch): LoginSearch {
  return {
    view: oneOf(loginViews, view),
    next: text(next),
    token: text(token),
    invited: oneOf(['yes'], invited),
    confirm: text(confirm, 2000),
    error: text(error),
    updated: oneOf(['password'], updated),
    ended: oneOf(['yes'], ended),
  };
}

/** Where there are no test pages, their paths are as unknown as any other. */
async function requireTestPages(): Promise<void> {
  const session = await import('#client/session.ts');
  if (!(await session.hasTestPages())) throw redirect({ to: '/dashboard' });
}

// The session and the API client stay out of the first load of /login.
async function isSignedIn(): Promise<boolean> {
  const session = await import('#client/session.ts');
  return session.isSignedIn();
}
