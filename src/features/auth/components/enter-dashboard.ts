import { useRouter } from '@tanstack/react-router';

import { isTwoStepAwaited } from '#client/auth.ts';
import { safeNext } from '#features/auth/rules.ts';

/**
 * Goes to the page the visitor was sent to sign in from (only ever one of ours), else to the dashboard; by way of the
 * second step for who has one to take.
 */
export function useEnterDashboard() {
  const router = useRouter();
  return async () => {
    const next = new URLSearchParams(window.location.search).get('next');
    if (await isTwoStepAwaited()) {
      const search = { view: 'two_step', next: next ?? undefined } as const;
      return await router.navigate({ to: '/login', search, replace: true });
    }
    return await router.navigate({ to: safeNext(next), replace: true });
  };
}
