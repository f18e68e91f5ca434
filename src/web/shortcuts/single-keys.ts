import { useSyncExternalStore } from 'react';

import { browserStore } from '#client/web-store.ts';

const storageKey = 'barre.single-keys';
const listeners = new Set<() => void>();

/** Whether single keys do something in this browser: on until somebody switches them off (R19). */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areOn);
}

export function switchSingleKeys(on: boolean): void {
  if (on) browserStore.remove(storageKey);
  else browserStore.set(storageKey, 'off');
  for (const listener of listeners) listener();
}

function areOn(): boolean {
  return browserStore.get(storageKey) !== 'off';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may have switched them.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
