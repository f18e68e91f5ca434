import { useEffect, useEffectEvent, useState } from 'react';

import { queryClient } from '#client/query-client.ts';
import { sessionQuery, useSignedIn } from '#client/session.ts';
import { tabStore } from '#client/web-store.ts';

/**
 * Keeps a long form's values over a reload of the tab (R14) and the end of the session: what was kept becomes the
 * `initialValues`, which `isBack` says (for DraftNotice), and `useKeeping(form.getValues)` keeps what the form holds
 * when the page goes away.
 */
export function useKeptDraft<Values extends Record<string, unknown>>(name: string, blank: Values) {
  const { profileId } = useSignedIn();
  const [draft] = useState(() => readDraft(profileId, name, blank));
  // A form may begin with the day: the blank one of yesterday is no draft after midnight.
  const [blanks] = useState(() => new Set<string>());
  blanks.add(JSON.stringify(blank));
  const initialValues: Values = { ...blank, ...draft };
  const isChanged = (values: Values) => !blanks.has(JSON.stringify(values));
  const [isBack] = useState(() => isChanged(initialValues));

  function useKeeping(getValues: () => Values) {
    useDraftKeeping(name, () => (isChanged(getValues()) ? getValues() : null));
  }

  return { initialValues, isBack, isChanged, useKeeping, forget: () => forgetDraft(profileId, name) };
}

/**
 * Keeps what a form holds, null for nothing, while its page is away; what was kept before is the form's now. Where another
 * page takes its place nothing is kept, unless that `isErrand`: one from which its user comes back to the form.
 */
export function useDraftKeeping(
  name: string,
  getDraft: () => object | null,
  isErrand: () => boolean = () => false,
): void {
  const { profileId } = useSignedIn();
  const forget = useEffectEvent(() => forgetDraft(profileId, name));
  const keep = useEffectEvent(() => {
    const draft = getDraft();
    if (draft) keepDraft(profileId, name, draft);
  });
  const isGoingOn = useEffectEvent(isErrand);
  useEffect(() => {
    // A phone ends a page it has hidden without another word.
    const follow = () => (document.visibilityState === 'hidden' ? keep() : forget());
    forget();
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', follow);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', follow);
      const session = queryClient.getQueryData(sessionQuery.queryKey);
      // Where the session ended, or asks for a second step, the form goes before its user does.
      if (session === null || session?.lacksTwoStep || isGoingOn()) keep();
      else if (session) forget();
    };
  }, []);
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
  for (const key of tabStore.keys()) if (key.startsWith(prefix) && isMeant(key)) tabStore.remove(key);
}

export function keepDraft(owner: string, name: string, values: object): void {
  if (!hasLeft) tabStore.set(keyOf(owner, name), JSON.stringify(values));
}

/** Leaves nothing of what was kept: it was saved, or is being filled in again. */
export function forgetDraft(owner: string, name: string): void {
  tabStore.remove(keyOf(owner, name));
}

/** What was kept, as far as the form still has such fields. */
export function readDraft<Values extends Record<string, unknown>>(
  owner: string,
  name: string,
  blank: Values,
): Partial<Values> {
  try {
    const kept: unknown = JSON.parse(tabStore.get(keyOf(owner, name)) ?? '{}');
    const fields = Object.entries(kept ?? {}).filter(([field]) => field in blank);
    return Object.fromEntries(fields) as Partial<Values>;
  } catch {
    return {};
  }
}

function keyOf(owner: string, name: string): string {
  return `${prefix}${owner}.${name}`;
}
