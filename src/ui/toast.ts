import { loadLater } from './load-later.ts';

const showMs = 5_000;
const undoMs = 10_000;

/** A change that was made, in one sentence that names its object (R4). */
export function toastSuccess(message: string): void {
  void show({ message, tone: 'success', role: 'status', autoClose: showMs });
}

/** A failure that is also shown where it happened: a toast never carries the only copy (R5). */
export function toastError(message: string): void {
  void show({ message, tone: 'danger', role: 'alert', autoClose: undoMs });
}

/** A change that can be taken back for ten seconds (R16); the page offers the same undo elsewhere. */
export function toastUndo(message: string, undo: () => void, next?: NextStep): void {
  void show({ message, undo, next, tone: 'success', role: 'status', autoClose: undoMs });
}

/** What is often done after such a change, offered beside its undo. */
export type NextStep = { label: string; go: () => void };

export type ToastRequest = {
  message: string;
  tone: 'success' | 'danger';
  role: 'status' | 'alert';
  autoClose: number;
  undo?: () => void;
  next?: NextStep | undefined;
};

/** Takes down what was said to have succeeded, so that it is not read beside a failure; an undo stays. */
export function clearSuccesses(): void {
  region?.clearSuccesses();
}

let region: typeof import('./toast-region.tsx') | undefined;
let onAsked = () => {};

/** Tells `listener` when a toast is asked for, so that there is a place for it. */
export function listenForToasts(listener: () => void): void {
  onAsked = listener;
}

// The toast code is fetched with the first toast, not with the page.
async function show(request: ToastRequest): Promise<void> {
  onAsked();
  region = await loadLater(() => import('./toast-region.tsx'));
  region.showToast(request);
}
