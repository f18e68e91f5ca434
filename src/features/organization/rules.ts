import { isAllowed, type Permission, type Role } from '#shared/access.ts';

/** What it takes to give somebody a login and to end it. An instructor's shows what they are paid. */
export const permissionToInvite = {
  admin: 'manageStudio',
  staff: 'manageStudio',
  instructor: 'readPayroll',
  student: 'managePeople',
} as const satisfies Partial<Record<Role, Permission>>;

/** Whether somebody of one role may give a login to somebody of another. */
export function mayInvite(role: Role, invited: keyof typeof permissionToInvite): boolean {
  return isAllowed(role, permissionToInvite[invited]);
}
