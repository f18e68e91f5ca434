/** A page of the dashboard, whatever an address says. */
export function safeNext(next: string | null | undefined): string {
  return next && /^\/dashboard(?:[/?#][^\\\p{Cc}]*)?$/u.test(next) ? next : '/dashboard';
}

/** For how many minutes a sign-in allows what a borrowed session must not do: add a way in, or sign its owner out. */
export const minutesFresh = 15;
