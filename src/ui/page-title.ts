import { useEffect, useRef } from 'react';

const closedWithinMs = 300;
const dialog = '[role="dialog"], [role="alertdialog"], dialog';

let isFirstPage = true;

/**
 * Names the page in the tab and, after a change of page, moves focus to its heading (R20), but not out of a dialog.
 * The first page of a visit keeps focus at the top, so that the skip link comes first.
 */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · Barre`;
  }, [title]);

  useEffect(() => {
    const focus = () => heading.current?.focus({ preventScroll: true });
    const isFirst = isFirstPage;
    isFirstPage = false;
    if (isFirst) return;
    if (!isFocusIn(dialog)) return focus();
    // The dialog that led here is gone in a moment; in one that stays somebody is typing.
    const timer = setTimeout(() => !isFocusIn(`${dialog}, main`) && focus(), closedWithinMs);
    return () => clearTimeout(timer);
  }, []);

  return heading;
}

function isFocusIn(places: string): boolean {
  const place = document.activeElement?.closest(places);
  return place instanceof Element;
}
