import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

import { pressable } from './focus-pressed.ts';
import { focusRow } from './focus-row.ts';

const afterLeavingMs = 20;

/**
 * Call in a dialog that exists only while it is open: when it goes, focus returns to where it was before, to
 * the button of the menu it was opened from, or, when that has gone too, to the page's heading. Focus that was
 * put somewhere else meanwhile stays there (R9, R20). From a dialog that takes another's place, it returns to where that
 * one was opened.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => (isNowhere() ? standIn : openerOf(document.activeElement)));
  const [before] = useState(() => openers.at(-1) ?? null);
  useEffect(() => {
    openers.push(opener);
    return () => {
      openers.splice(openers.lastIndexOf(opener), 1);
      setTimeout(() => returnTo(opener?.isConnected ? opener : before), afterLeavingMs);
    };
  }, [opener, before]);
}

/** Of the dialogs that are open, the last opened last. */
const openers: (HTMLElement | null)[] = [];

/** What the focus would be on while it is nowhere. */
let standIn: HTMLElement | null = null;

/**
 * Call once, before there is a menu: it is gone a moment before its button has the focus, and what is opened between
 * the two can not see any more where that was. Nor can what a finger opens in Safari, where it gives a button no focus.
 * Gives back how to stop.
 */
export function followFocus(): () => void {
  const over = new AbortController();
  const listening = { capture: true, signal: over.signal };
  document.addEventListener(
    'focusin',
    ({ target }) => (standIn = buttonOfMenu(target as Element)),
    listening,
  );
  const press = ({ target }: MouseEvent) => {
    if (isNowhere() && target instanceof Element) standIn = target.closest<HTMLElement>(pressable) ?? standIn;
  };
  document.addEventListener('click', press, listening);
  return () => over.abort();
}

/**
 * Hands focus on when what holds it, or the button of the menu that held it, goes: to the row of this key, once that is
 * there again, or else to its dialog or the page's heading. Focus that was put somewhere else meanwhile stays there (R9).
 */
export function useFocusHandOn(holder: RefObject<HTMLElement | null>, row?: string): void {
  useLayoutEffect(() => {
    const node = holder.current;
    return () => {
      if (!node?.contains(isNowhere() ? standIn : document.activeElement)) return;
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
  const opener = buttonOfMenu(active) ?? active;
  return opener instanceof HTMLElement ? opener : null;
}

function buttonOfMenu(active: Element | null): HTMLElement | null {
  const id = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}
