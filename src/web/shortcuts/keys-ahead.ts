import type { AnyRouter } from '@tanstack/react-router';

import { pressKey } from './press-key.ts';

/**
 * Keeps the keys that are pressed while another page is on its way: on the page that still stands there they would do
 * something else, or lead elsewhere. Once the page is there the first does what it does there, and where it leads to a
 * field, the rest are typed into it.
 */
export function keepKeysAhead(router: AnyRouter) {
  let kept: string[] = [];
  const stops = [
    router.subscribe('onBeforeNavigate', () => (kept = [])),
    router.subscribe('onRendered', () => {
      const [first, ...rest] = kept;
      kept = [];
      if (!first || !pressKey(first) || rest.length === 0) return;
      // The one way to type that undo, masks and React all notice.
      if (document.activeElement?.matches('input, textarea'))
        document.execCommand('insertText', false, rest.join(''));
    }),
  ];
  return {
    /** @returns whether the key is kept, and means nothing here and now */
    keep(key: string): boolean {
      const { location, resolvedLocation } = router.state;
      const isArrived = location.pathname === resolvedLocation?.pathname;
      if (isArrived || key.length > 1 || (key === ' ' && kept.length === 0)) return false;
      kept.push(key);
      return true;
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}
