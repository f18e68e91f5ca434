import { useRef, useState, type RefObject } from 'react';

import { changedBy, isRefusal } from '#client/failure.ts';
import { differencesOf, type Wording } from '#client/differences.ts';
import { queryClient } from '#client/query-client.ts';
import { sessionQuery } from '#client/session.ts';
import { useOnceDrawn } from '#ui/once-drawn.ts';
import type { StaleEdit } from '#ui/stale-notice.tsx';

/** What a form was opened on, for the case that somebody else saves it first. */
export type Edited<Values, Version> = {
  version: Version;
  /** What is stored now; asked for when a save was refused because it is not what the form was opened on. */
  newest: () => Promise<{ version: Version; values: Values; names?: Wording['names'] }>;
  /** How values are written that the form keeps as keys: `{ roomId: named(options.rooms) }`. */
  words?: Wording['words'];
};

type Options<Values, Version> = {
  edited: Edited<Values, Version> | undefined;
  formNode: RefObject<HTMLFormElement | null>;
  keepMine: () => Promise<void>;
  useTheirs: (theirs: Values) => void;
};

/**
 * Holds the version an edit is based on: the one the form was opened with, whatever is fetched meanwhile, until
 * the user has chosen between the two versions that a refused save laid side by side.
 */
export function useStaleEdit<Values extends Record<string, unknown>, Version>(
  options: Options<Values, Version>,
) {
  const { edited, formNode } = options;
  const base = useRef(edited?.version);
  const unanswered = useRef<{ values: Values; version: Version | undefined }>(null);
  const [stale, setStale] = useState<StaleEdit | null>(null);
  const onceDrawn = useOnceDrawn();

  /**
   * Lays both versions side by side when the error says that somebody else was quicker; null when it does not. What is
   * stored as it was sent before, though no answer came, or as it stands in the form is no other version: 'same' says
   * that it can be saved now.
   */
  async function meet(error: unknown, mine: Values): Promise<'other' | 'same' | null> {
    const by = edited ? changedBy(error) : null;
    if (!isRefusal(error)) unanswered.current = { values: mine, version: base.current };
    if (!edited || !by) return null;
    const stored = await edited.newest().catch(() => null);
    // Gone meanwhile, or out of reach: what the server said about the save is shown instead.
    if (!stored || isSame(stored.version, base.current)) return null;
    const { version, values, names = {} } = stored;
    const currency = queryClient.getQueryData(sessionQuery.queryKey)?.organization.currency ?? 'USD';
    const wording = { words: edited.words, names, currency, form: formNode.current };
    const sent = isSame(unanswered.current?.version, base.current) ? unanswered.current?.values : undefined;
    if ([mine, sent].some((one) => one && differencesOf(values, one, wording).length === 0)) {
      base.current = version;
      return 'same';
    }
    setStale({
      by: by.name,
      differences: differencesOf(values, mine, wording),
      keepMine: async () => {
        base.current = version;
        setStale(null);
        await options.keepMine();
      },
      useTheirs: () => {
        base.current = version;
        setStale(null);
        options.useTheirs(values);
      },
    });
    onceDrawn(() => formNode.current?.querySelector<HTMLElement>('[data-stale-notice]')?.focus());
    return 'other';
  }

  return { base, stale, meet, forget: () => setStale(null) };
}

/** Whether two values that JSON can hold are written alike. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
