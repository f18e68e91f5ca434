/**
 * The endpoints of the account service that are open to the world. It brings more; what no screen and no program
 * needs stays shut.
 */
const doors = [
  'sign-up/email',
  'sign-in/email',
  'sign-in/social',
  'sign-in/magic-link',
  'magic-link/verify',
  'one-time-code/send',
  'one-time-code/verify',
  'send-verification-email',
  'verify-email',
  'request-password-reset',
  'reset-password',
  'change-password',
  'sign-out',
];

/** Whether an address under /api/auth leads somewhere: `isOpenDoor('/api/auth/sign-in/email')`. */
export function isOpenDoor(path: string): boolean {
  const name = path.replace(/^\/api\/auth\//, '');
  return doors.includes(name) || /^callback\/[a-z]+$/.test(name);
}

const redeeming = ['/api/auth/magic-link/verify', '/api/auth/verify-email'];

/** Whether an address takes the token of a letter, which may sign in whoever brings it. */
export function redeemsToken(path: string): boolean {
  return redeeming.includes(path);
}
