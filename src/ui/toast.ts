import { loadLater } from './load-later.ts';

const showMs = 5_000;
const undoMs = 10_000;

/** A change that was made, in one sentence that names its object (R4). */
export function toastSuccess(message: string): void {
  void show({ message, tone: 'success', role: 'status', autoClose: showMs });
}

/** Something worth knowing that is no failure. */
export function toastInfo(message: string): void {
  void show({ message, tone: 'info', role: 'status', autoClose: showMs });
}

/** A failure that is also shown where it happened: a toast never carries the only copy (R5). */
export function toastError(message: string): void {
  void show({ message, tone: 'danger', role: 'alert', autoClose: undoMs });
}

/** A change that can be taken back for ten seconds (R16); the page offers the same undo elsewhere. */
export function toastUndo(message: string, undo: () => void): void {
  void show({ message, undo, tone: 'success', role: 'status', autoClose: undoMs });
}

export type ToastRequest = {
  message: string;
  tone: 'success' | 'info' | 'danger';
  role: 'status' | 'alert';
  autoClose: number;
  undo?: () => void;
};

let onAsked = () => {};

/** Tells `listener` when a toast is asked for, so that there is a place for it. */
export function listenForToasts(listener: () => void): void {
  onAsked = listener;
}

// The toast code is fetched with the first toast, not with the page.
async function show(request: ToastRequest): Promise<void> {
  onAsked();
  const { showToast } = await loadLater(() => import('./toast-region.tsx'));
  showToast(request);
}
