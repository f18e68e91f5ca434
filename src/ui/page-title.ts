import { useEffect, useRef } from 'react';

let isFirstPage = true;

/**
 * Names the page in the tab and, after a change of page, moves focus to its heading (R20).
 * The first page of a visit keeps focus at the top, so that the skip link comes first.
 */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · Barre`;
  }, [title]);

  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);

  return heading;
}
