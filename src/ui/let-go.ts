let isLeaving = false;

/** Lets the next document come unasked: the app itself opens it, and nothing that is typed can be saved any more. */
export function letGo(): void {
  isLeaving = true;
}

/** Whether the app itself is opening another document. */
export function isLetGo(): boolean {
  return isLeaving;
}
