import { useRouter } from '@tanstack/react-router';

import { safeNext } from '#features/auth/rules.ts';

/** Goes to the page the visitor was sent to sign in from (only ever one of ours), else to the dashboard. */
export function useEnterDashboard() {
  const router = useRouter();
  return async () => {
    const next = new URLSearchParams(window.location.search).get('next');
    await router.navigate({ to: safeNext(next), replace: true });
  };
}
