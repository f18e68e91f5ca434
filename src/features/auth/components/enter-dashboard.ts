import { useRouter } from '@tanstack/react-router';

/** Goes to the page the visitor was sent to sign in from (only ever one of ours), else to the dashboard. */
export function useEnterDashboard() {
  const router = useRouter();
  return async () => {
    const next = new URLSearchParams(window.location.search).get('next');
    await router.navigate({ to: safeNext(next), replace: true });
  };
}

/** A page of the dashboard, whatever an address says. */
export function safeNext(next: string | null | undefined): string {
  return next && /^\/dashboard(?:[/?#]|$)/.test(next) ? next : '/dashboard';
}
