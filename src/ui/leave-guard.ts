import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { closeQuestion, mayDiscard } from './confirm.ts';

/**
 * Asks "Discard changes?" before another page takes the place of a changed form (R14); `part` is what of an address's
 * search makes another page of the same path. A form that is saved while it asks has nothing to discard any more: the
 * question goes, and the other page comes.
 */
export function useLeaveGuard(isChanged: () => boolean, part?: string): void {
  const isAsking = useRef(false);
  const isStillChanged = useRef(isChanged);
  useEffect(() => {
    isStillChanged.current = isChanged;
    if (isAsking.current && !isChanged()) closeQuestion();
  });
  useEffect(
    () => () => {
      isStillChanged.current = () => false;
      if (isAsking.current) closeQuestion();
    },
    [],
  );

  async function isKept(): Promise<boolean> {
    isAsking.current = true;
    const isLetGo = await mayDiscard();
    isAsking.current = false;
    return !isLetGo && isStillChanged.current();
  }

  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isAnother(current, next, part) && isChanged() && (await isKept()),
    // A reload keeps the draft, so the browser need not ask.
    enableBeforeUnload: false,
  });
}

type Place = { pathname: string; search: Readonly<Record<string, unknown>> };

function isAnother(current: Place, next: Place, part = ''): boolean {
  return current.pathname !== next.pathname || current.search[part] !== next.search[part];
}
