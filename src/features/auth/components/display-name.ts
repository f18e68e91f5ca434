/** The name a user is shown by (spec §2): full name, else the email before the at-sign, else 'User'. */
export function displayName(user: { fullName: string | null; email: string } | null): string {
  return user?.fullName || user?.email.split('@')[0] || 'User';
}

/** One or two letters that stand for a person in the small round. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : '';
  return `${words[0]?.[0] ?? ''}${last?.[0] ?? ''}`.toUpperCase();
}
