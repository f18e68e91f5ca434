import { useEffect, useState } from 'react';

/**
 * Keeps a long form's values over a reload of the tab (R14): what was kept becomes the `initialValues`, and
 * `useKeeping(form.getValues)` keeps what the form holds when the page goes away.
 */
export function useKeptDraft<Values extends Record<string, unknown>>(name: string, blank: Values) {
  const key = `barre.draft.${name}`;
  const [initialValues] = useState((): Values => ({ ...blank, ...readDraft(key, blank) }));
  const isChanged = (values: Values) => JSON.stringify(values) !== JSON.stringify(blank);

  function useKeeping(getValues: () => Values) {
    useEffect(() => {
      sessionStorage.removeItem(key);
      const keep = () => sessionStorage.setItem(key, JSON.stringify(getValues()));
      window.addEventListener('pagehide', keep);
      return () => window.removeEventListener('pagehide', keep);
    }, [getValues]);
  }

  return { initialValues, isChanged, useKeeping };
}

/** What was kept, as far as the form still has such fields. */
function readDraft<Values extends Record<string, unknown>>(key: string, blank: Values): Partial<Values> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    const fields = Object.entries(kept ?? {}).filter(([field]) => field in blank);
    return Object.fromEntries(fields) as Partial<Values>;
  } catch {
    return {};
  }
}
