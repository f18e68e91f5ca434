import { letGo } from '#ui/let-go.ts';

/** Opens another document. Where Back brings this one out of the browser's memory again, it starts anew. */
export function leaveFor(address: string): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  letGo();
  window.location.assign(address);
}
