import { useEffect, useState } from 'react';

import { queryClient } from '#client/query-client.ts';
import { sessionQuery, useSignedIn } from '#client/session.ts';

/**
 * Keeps a long form's values over a reload of the tab (R14) and the end of the session: what was kept becomes the
 * `initialValues`, and `useKeeping(form.getValues)` keeps what the form holds when the page goes away.
 */
export function useKeptDraft<Values extends Record<string, unknown>>(name: string, blank: Values) {
  const { profileId } = useSignedIn();
  const [draft] = useState(() => readDraft(profileId, name, blank));
  // A form may begin with the day: the blank one of yesterday is no draft after midnight.
  const [blanks] = useState(() => new Set<string>());
  blanks.add(JSON.stringify(blank));
  const initialValues: Values = { ...blank, ...draft };
  const isChanged = (values: Values) => !blanks.has(JSON.stringify(values));

  function useKeeping(getValues: () => Values) {
    useEffect(() => {
      sessionStorage.removeItem(keyOf(profileId, name));
      const keep = () => {
        if (isChanged(getValues())) keepDraft(profileId, name, getValues());
      };
      window.addEventListener('pagehide', keep);
      return () => {
        window.removeEventListener('pagehide', keep);
        // Where the session ended, the form goes before the page does.
        if (queryClient.getQueryData(sessionQuery.queryKey) === null) keep();
      };
    }, [getValues]);
  }

  return { initialValues, isChanged, useKeeping };
}

const prefix = 'barre.draft.';
let hasLeft = false;
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('barre.drafts');
otherTabs?.addEventListener('message', leave);

/** Leaves no draft in this browser, and lets no page of it keep one when it goes away: who typed has signed out. */
export function forgetDrafts(): void {
  leave();
  otherTabs?.postMessage('signed out');
}

/** Leaves no draft of anybody else in this tab, whose session merely ended. */
export function forgetDraftsOfOthers(owner: string): void {
  remove((key) => !key.startsWith(keyOf(owner, '')));
}

function leave(): void {
  hasLeft = true;
  remove(() => true);
}

function remove(isMeant: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && isMeant(key)) sessionStorage.removeItem(key);
}

export function keepDraft(owner: string, name: string, values: object): void {
  if (!hasLeft) sessionStorage.setItem(keyOf(owner, name), JSON.stringify(values));
}

/** What was kept, as far as the form still has such fields. */
export function readDraft<Values extends Record<string, unknown>>(
  owner: string,
  name: string,
  blank: Values,
): Partial<Values> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner, name)) ?? '{}');
    const fields = Object.entries(kept ?? {}).filter(([field]) => field in blank);
    return Object.fromEntries(fields) as Partial<Values>;
  } catch {
    return {};
  }
}

function keyOf(owner: string, name: string): string {
  return `${prefix}${owner}.${name}`;
}
