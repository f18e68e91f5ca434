/** Whether a press is the second of a double click: what it meets by then is not what it was meant for. */
export function isSecondClick({ detail }: { detail: number }): boolean {
  return detail > 1;
}

/**
 * Keeps the second click of a double one from anything but what the first has pressed: by then a row may have gone, or a
 * sheet, a menu or a question stand there. What is pressed twice itself gets both.
 */
export function keepClicksTogether(): void {
  let pressed: Element | null = null;
  document.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? controlOf(event.target) : null;
      if (!isSecondClick(event)) pressed = control;
      if (control === pressed) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}

/** A label presses its field. */
function controlOf(target: Element): Element | null {
  const label = target.closest('label');
  return label?.control ?? target.closest('a, button, input, select, textarea, summary, [role="option"]');
}
