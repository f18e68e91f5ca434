/** A page of the dashboard, whatever an address says. */
export function safeNext(next: string | null | undefined): string {
  return next && /^\/dashboard(?:[/?#][^\\\p{Cc}]*)?$/u.test(next) ? next : '/dashboard';
}
