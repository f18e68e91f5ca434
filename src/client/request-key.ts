import { useRef } from 'react';

/**
 * Gives a request its key: the same as long as the same is asked, so that sending it again after a lost answer
 * does nothing twice, and a new one once something was changed. Call `done` when it was answered.
 */
export function useRequestKey() {
  const last = useRef<{ asked: string; key: string } | null>(null);
  return {
    keyFor(input: unknown): string {
      const asked = JSON.stringify(input);
      if (last.current?.asked !== asked) last.current = { asked, key: crypto.randomUUID() };
      return last.current.key;
    },
    done(): void {
      last.current = null;
    },
  };
}
