import { isAllowed, type Permission, type Role } from '#shared/access.ts';

/** What it takes to give somebody a login and to end it. An instructor's shows what they are paid. */
const permissionToInvite = {
  admin: 'manageStudio',
  staff: 'manageStudio',
  instructor: 'readPayroll',
  student: 'managePeople',
} as const satisfies Partial<Record<Role, Permission>>;

/** Why somebody can not be invited with an address that `holder` has already. */
export function addressTaken(fullName: string, email: string, holder: string): string {
  return `${email} is what ${holder} signs in with or was invited with. Everybody who signs in needs an address of their own: give ${fullName} another one, then invite them.`;
}

/** Whether somebody of one role may give a login to somebody of another. */
export function mayInvite(role: Role, invited: keyof typeof permissionToInvite): boolean {
  return isAllowed(role, permissionToInvite[invited]);
}
