import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { closeQuestion, discardChanges, mayDiscard, type LeaveQuestion } from './confirm.ts';
import { isLetGo } from './let-go.ts';

type Guarded = {
  /** What of an address's search makes another page of the same path. */
  part?: string;
  /** The form comes back after a reload (`useKeptDraft`), so that the browser need not ask. */
  isKept?: boolean;
  /** What is asked where it is no form. */
  question?: LeaveQuestion;
};

// A page with two changed forms asks one after the other, and its user once.
let discarded: LeaveQuestion | null = null;

/**
 * Asks "Discard changes?" before another page takes the place of a changed form (R14), and has the browser ask before it
 * loads another document or is closed. A form that is saved while it asks has nothing to discard any more: the
 * question goes, and the other page comes.
 */
export function useLeaveGuard(
  isChanged: () => boolean,
  { part, isKept = false, question = discardChanges }: Guarded = {},
): void {
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

  async function isHeld(): Promise<boolean> {
    if (discarded === question) return false;
    isAsking.current = true;
    const isDiscarded = await mayDiscard(question);
    isAsking.current = false;
    if (isDiscarded) {
      discarded = question;
      setTimeout(() => (discarded = null));
    }
    return !isDiscarded && isStillChanged.current();
  }

  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isAnother(current, next, part) && isChanged() && (await isHeld()),
    enableBeforeUnload: () => !isKept && !isLetGo() && isChanged(),
  });
}

type Place = { pathname: string; search: Readonly<Record<string, unknown>> };

function isAnother(current: Place, next: Place, part = ''): boolean {
  return current.pathname !== next.pathname || current.search[part] !== next.search[part];
}
