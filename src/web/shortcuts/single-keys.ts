import { useSyncExternalStore } from 'react';

const storageKey = 'barre.single-keys';
const listeners = new Set<() => void>();

/** Whether single keys do something in this browser: on until somebody switches them off (R19). */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areOn);
}

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  for (const listener of listeners) listener();
}

function areOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
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
