import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

import { focusRow } from './focus-row.ts';

const afterLeavingMs = 20;

/**
 * Call in a dialog that exists only while it is open: when it goes, focus returns to where it was before, to
 * the button of the menu it was opened from, or, when that has gone too, to the page's heading. Focus that was
 * put somewhere else meanwhile stays there (R9, R20). From a dialog that takes another's place, it returns to where that
 * one was opened.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  const [before] = useState(() => openers.at(-1) ?? null);
  useEffect(() => {
    // A menu that has just gone hands the focus to its button a moment later than this was first drawn.
    const place = opener ?? openerOf(document.activeElement);
    openers.push(place);
    return () => {
      openers.splice(openers.lastIndexOf(place), 1);
      setTimeout(() => returnTo(place?.isConnected ? place : before), afterLeavingMs);
    };
  }, [opener, before]);
}

/** Of the dialogs that are open, the last opened last. */
const openers: (HTMLElement | null)[] = [];

/**
 * Hands focus on when what holds it goes: to the row of this key, once that is there again, or else to its dialog or the
 * page's heading. Focus that was put somewhere else meanwhile stays there (R9).
 */
export function useFocusHandOn(holder: RefObject<HTMLElement | null>, row?: string): void {
  useLayoutEffect(() => {
    const node = holder.current;
    return () => {
      if (!node?.contains(document.activeElement)) return;
      const dialog = node.closest<HTMLElement>('[role="dialog"]');
      setTimeout(() => {
        if (row) return isNowhere() && focusRow(row);
        // A dialog that has gone as well leads focus back itself.
        if (!dialog || dialog.isConnected) returnTo(dialog);
      }, afterLeavingMs);
    };
  }, [holder, row]);
}

function returnTo(place: HTMLElement | null): void {
  if (!isNowhere()) return;
  const target = place?.isConnected ? place : document.querySelector<HTMLElement>('main h1');
  target?.focus({ preventScroll: true });
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** A menu goes with its items, so what opened the menu stands for them. */
function openerOf(active: Element | null): HTMLElement | null {
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButton ? document.getElementById(menuButton) : active;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
