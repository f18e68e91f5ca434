/**
 * Lets Enter that is held down press once: by then a blank form, another button or what was just closed may stand under
 * it. In a field of many lines it goes on making lines.
 */
export function takeHeldEnterOnce(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
