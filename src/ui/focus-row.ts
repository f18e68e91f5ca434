const waitAtMostMs = 3000;

/** The id a list gives the element of one row, so that it can be found again after a save. */
export function rowId(key: string): string {
  return `row-${key}`;
}

/**
 * Moves focus to a row once it is on the page: after a save the eye and the keyboard stay with it (R9). `turnTo` turns its
 * list to the page the row stands on.
 */
export function focusRow(key: string, turnTo?: (page: number) => void): void {
  let isTurned = turnTo === undefined;
  const look = () => {
    const page = document.getElementById(rowId(key))?.dataset['elsewhere'];
    if (page && !isTurned) turnTo?.(Number(page));
    isTurned ||= page !== undefined;
    return show(key);
  };
  if (look()) return;
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect();
  });
  // A row that is there may stand on another page of its list, and come when that is turned to.
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-elsewhere'] });
  setTimeout(() => observer.disconnect(), waitAtMostMs);
}

function show(key: string): boolean {
  const row = document.getElementById(rowId(key));
  if (!row?.checkVisibility()) return false;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  return true;
}
