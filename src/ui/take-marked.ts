import type { KeyboardEvent } from 'react';

/**
 * Lets Enter in an open list take the option that is marked, and none when that one has gone. A list may change while it
 * is open, by what somebody else saves or an answer that comes: left to itself the field takes what now stands in that
 * place. It sends no form either, which would take who was chosen before for who is being looked for.
 */
export function takeMarked(event: KeyboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || field.ariaExpanded !== 'true') return;
  event.preventDefault();
  event.stopPropagation();
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  list?.querySelector<HTMLElement>('[data-combobox-selected]')?.click();
}
