import { useEffect, useState } from 'react';

const afterLeavingMs = 20;

/**
 * Call in a dialog that exists only while it is open: when it goes, focus returns to where it was before, to
 * the button of the menu it was opened from, or, when that has gone too, to the page's heading. Focus that was
 * put somewhere else meanwhile stays there (R9, R20).
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('main h1');
        target?.focus({ preventScroll: true });
      }, afterLeavingMs);
    },
    [opener],
  );
}

/** A menu goes with its items, so what opened the menu stands for them. */
function openerOf(active: Element | null): HTMLElement | null {
  const menuButton = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButton ? document.getElementById(menuButton) : active;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
