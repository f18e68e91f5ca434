import { useEffect, useRef } from 'react';

/** Gives back whether the screen is still there: what became of its work may be known only after it was left. */
export function useIsOpen(): () => boolean {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  return () => isOpen.current;
}
