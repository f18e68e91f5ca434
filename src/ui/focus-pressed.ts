/** What is pressed and no field. */
export const pressable = 'a[href], button, summary';

/**
 * Gives what a mouse presses the focus in Safari, too, which gives it to fields alone: a menu or dialog leads focus back
 * to what had it as it opened (R9). A press that leaves focus where it is on purpose, as on an option of a list, does so.
 */
export function focusPressed(): void {
  // After a finger no keys go on, and Safari draws a ring before 18.4: `followFocus` sees what that presses.
  if (matchMedia('(pointer: coarse)').matches) return;
  let press: MouseEvent | null = null;
  const listening = { capture: true };
  document.addEventListener('mousedown', (event) => (press = event), listening);
  // Before the click, and after the browser has put the focus where it wants it.
  document.addEventListener(
    'mouseup',
    () => {
      const target = press?.defaultPrevented ? null : press?.target;
      const pressed = target instanceof Element ? target.closest<HTMLElement>(pressable) : null;
      // Without a ring, as where the browser does it.
      if (document.activeElement?.contains(pressed))
        pressed?.focus({ preventScroll: true, focusVisible: false });
    },
    listening,
  );
}
