const waitAtMostMs = 3000;

/** The id a list gives the element of one row, so that it can be found again after a save. */
export function rowId(key: string): string {
  return `row-${key}`;
}

/** Moves focus to a row once it is on the page: after a save the eye and the keyboard stay with it (R9). */
export function focusRow(key: string): void {
  const row = document.getElementById(rowId(key));
  if (row) return show(row);
  const observer = new MutationObserver(() => {
    const added = document.getElementById(rowId(key));
    if (!added) return;
    observer.disconnect();
    show(added);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), waitAtMostMs);
}

function show(row: HTMLElement): void {
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}
