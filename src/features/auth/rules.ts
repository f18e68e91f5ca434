/** A page of the dashboard, whatever an address says. */
export function safeNext(next: string | null | undefined): string {
  return next && /^\/dashboard(?:[/?#][^\\\p{Cc}]*)?$/u.test(next) ? next : '/dashboard';
}

/** What makes a link of ours lead on to the page it was asked for from, `&next=…` or empty; the library’s link names it. */
export function leadingOn(link: string): string {
  const next = safeNext(new URL(link).searchParams.get('callbackURL'));
  return next === '/dashboard' ? '' : `&next=${encodeURIComponent(next)}`;
}

/** For how many minutes a sign-in allows what a borrowed session must not do: add a way in or a second step, or sign its owner out. */
export const minutesFresh = 15;
