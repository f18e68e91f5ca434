const confirmFirst =
  'Check your email for the confirmation link. If none comes, you were invited, have an account already or did not sign up yet: send a magic link email, or sign in the way you did before.';
const refusals: Record<string, string> = {
  access_denied: 'You did not agree to sign in with the other account.',
  signup_disabled:
    'There is no account for this address yet. Ask your studio to invite you, or sign up to start your free trial.',
  email_not_found: 'The other account has no email address to sign in with.',
  state_mismatch: 'That took too long, or was begun in another browser. Try again.',
  please_restart_the_process: 'That took too long, or was begun in another browser. Try again.',
};

/** What to say when a visitor comes back from another company's page without being signed in. */
export function socialOutcome(error: string): { message: string } | { refusal: string } {
  if (error === 'address_not_confirmed') return { message: confirmFirst };
  return {
    refusal: refusals[error] ?? 'Signing in with the other account did not work. Try again, or another way.',
  };
}
