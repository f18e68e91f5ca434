import { useRef } from 'react';

/**
 * The key of a request: the same while the same is asked, so that a repetition after a lost answer is known as
 * one, and a new one once anything was changed.
 */
export function useRequestKey(): (asked: unknown) => string {
  const last = useRef({ asked: '', key: '' });
  return (asked) => {
    const text = JSON.stringify(asked);
    if (text !== last.current.asked) last.current = { asked: text, key: randomKey() };
    return last.current.key;
  };
}

// crypto.randomUUID exists on https and localhost only; a studio may run this on its own network.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
