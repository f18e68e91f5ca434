/** The views of the sign-in page (spec §2), named in its address: `/login?view=sign_up`. */
export const loginViews = [
  'sign_in',
  'sign_up',
  'forgotten_password',
  'magic_link',
  'update_password',
  'verify_otp',
  'two_step',
] as const;
export type LoginView = (typeof loginViews)[number];

export type LoginSearch = {
  view?: LoginView | undefined;
  /** The page of the dashboard the visitor was going to. */
  next?: string | undefined;
  /** From a letter: signs in, or sets a new password. */
  token?: string | undefined;
  /** The link is an invitation's: whoever follows it has no password yet. */
  invited?: 'yes' | undefined;
  /** From a letter: confirms the address. */
  confirm?: string | undefined;
  /** Why another company's account did not open the door. */
  error?: string | undefined;
  /** What was just done, for the view this leads back to. */
  updated?: 'password' | undefined;
  /** The session ended while somebody was at work. */
  ended?: 'yes' | undefined;
};
