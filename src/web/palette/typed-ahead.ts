let typed = '';

/** Keeps what is typed until somebody takes it, or presses something else on the page. Gives back how to leave off. */
export function keepTyped(): () => void {
  typed = '';
  document.addEventListener('keydown', keep, true);
  document.addEventListener('pointerdown', leaveOff, true);
  return leaveOff;
}

/** What was typed meanwhile, once. */
export function takeTyped(): string {
  leaveOff();
  const taken = typed;
  typed = '';
  return taken;
}

function leaveOff(): void {
  document.removeEventListener('keydown', keep, true);
  document.removeEventListener('pointerdown', leaveOff, true);
}

function keep(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  // Where the code could not be had, a dialog tells, and a space presses its buttons.
  if (!isText || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  event.stopPropagation();
  typed += event.key;
}
