import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';

/**
 * Lets Enter in an open list take the option that is marked, and none when that one has gone. A list may change while it
 * is open, by what somebody else saves or an answer that comes: left to itself the field takes what now stands in that
 * place. It sends no form either, which would take who was chosen before for who is being looked for.
 */
export function takeMarked(event: KeyboardEvent<HTMLInputElement>): void {
  if (!isEnter(event)) return;
  event.preventDefault();
  event.stopPropagation();
  markedIn(event.currentTarget)?.click();
}

/**
 * Lets what is typed once a press has opened the list take the place of what was chosen before, as after Tab: nobody is
 * called what the two are together. While it is open, a press puts the caret where it is.
 */
export function pressToReplace({ currentTarget: field }: PointerEvent<HTMLInputElement>): void {
  if (field.readOnly || field.ariaExpanded === 'true') return;
  field.addEventListener('click', () => field.select(), { once: true });
}

/**
 * For a list that is all there is: Enter takes the option whose name was typed, or the only one it is in, where none is
 * marked, and so does leaving the field. It would go back to what was chosen before, and the press that left it save that.
 */
export const takesMeant = {
  onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const option = isEnter(event) && !markedIn(field) ? meantIn(field) : undefined;
    takeMarked(event);
    option?.click();
  },
  onBlurCapture: (event: FocusEvent<HTMLInputElement>) => meantIn(event.currentTarget)?.click(),
  // A press elsewhere closes the list before it takes the focus.
  onFocusCapture: ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => {
    const onPress = ({ target }: Event) => {
      // What is taken off the screen may never be told that it lost the focus.
      if (!field.isConnected) return onLeft();
      const isInside = [field, listOf(field)].some((part) => part?.contains(target as Node));
      if (!isInside) meantIn(field)?.click();
    };
    const onLeft = () => document.removeEventListener('pointerdown', onPress, true);
    document.addEventListener('pointerdown', onPress, true);
    field.addEventListener('blur', onLeft, { once: true });
  },
};

function isEnter({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean {
  return key === 'Enter' && !nativeEvent.isComposing && currentTarget.ariaExpanded === 'true';
}

function listOf(field: HTMLInputElement): HTMLElement | null {
  return document.getElementById(field.getAttribute('aria-controls') ?? '');
}

function markedIn(field: HTMLInputElement): HTMLElement | null | undefined {
  return listOf(field)?.querySelector<HTMLElement>('[data-combobox-selected]');
}

/** The option whose name was typed, else the only one it is in; none for what is chosen already, which a click takes away. */
function meantIn(field: HTMLInputElement): HTMLElement | undefined {
  const typed = field.value.trim().toLowerCase();
  if (field.readOnly || field.ariaExpanded !== 'true' || typed === '') return undefined;
  const found = [...(listOf(field)?.querySelectorAll<HTMLElement>('[data-combobox-option]') ?? [])];
  const named = found.filter(({ textContent }) => textContent.trim().toLowerCase() === typed);
  const [option, another] = named.length > 0 ? named : found;
  return another || option?.ariaSelected === 'true' ? undefined : option;
}
