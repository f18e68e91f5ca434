/** What somebody is in a studio, from who may do most. */
export const roles = ['owner', 'admin', 'staff', 'instructor', 'student'] as const;
export type Role = (typeof roles)[number];

/** The team of a studio: who sees to it, from the owner down. */
export const office = ['owner', 'admin', 'staff'] as const;
const management = ['owner', 'admin'] as const;

/**
 * Who may do what, as one table: the API refuses by it, and the session answer carries it to the screens.
 * "Own" rows of instructors and students are granted by the procedures that read them.
 */
export const permissions = {
  manageStudio: management,
  exportData: ['owner'],
  deletePeople: management,
  readPayroll: management,
  readInsights: management,
  manageSchedule: office,
  managePeople: office,
  managePayments: office,
  manageInquiries: office,
  takeAttendance: [...office, 'instructor'],
  readOwnActivity: [...management, 'instructor'],
  readOwnStudent: [...office, 'student'],
  readSchedule: roles,
  editOwnProfile: roles,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** The header with which a screen says whose it is, by profile. The cookie is the browser's, which may change hands. */
export const screenOwnerHeader = 'x-barre-profile';

/** Whether a role may use a permission. */
export function isAllowed(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** Every permission with a yes or no for the role: what the session tells the browser. */
export function grantsOf(role: Role): Record<Permission, boolean> {
  const names = Object.keys(permissions) as Permission[];
  return Object.fromEntries(names.map((name) => [name, isAllowed(role, name)])) as Record<
    Permission,
    boolean
  >;
}

/** The name a role is shown by (spec §2): the owner reads 'School Owner', others as they are. */
export function roleLabel(role: string | null | undefined): string {
  if (!role) return 'User';
  return role === 'owner' ? 'School Owner' : role;
}
