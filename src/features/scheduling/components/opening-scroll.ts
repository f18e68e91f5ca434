import { useEffect, useRef } from 'react';

/**
 * Brings what matters of a board into view when it opens on other days: the current time, else the first
 * session. Returns the ref of the scrolling region.
 */
export function useOpeningScroll(shown: string) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const board = region.current;
    const focus = board?.querySelector<HTMLElement>('[data-now]') ?? board?.querySelector<HTMLElement>('li');
    if (!board || !focus) return;
    const from = board.getBoundingClientRect();
    const to = focus.getBoundingClientRect();
    if (to.top > from.top + from.height * 0.8) board.scrollTop += to.top - from.top - from.height / 3;
    board.scrollLeft += Math.max(0, to.right - from.right);
  }, [shown]);
  return region;
}
