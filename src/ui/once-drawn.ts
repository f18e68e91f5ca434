import { useLayoutEffect, useState } from 'react';

/**
 * Gives back a function whose argument runs once React has drawn what was set together with it. Focus on a
 * field that is only now marked or made anew can not wait for a frame: after an answer of the server React may
 * draw later than that, and the focus would be nowhere (R9, R12).
 */
export function useOnceDrawn(): (work: () => void) => void {
  const [next, setNext] = useState<{ work: () => void } | null>(null);
  useLayoutEffect(() => next?.work(), [next]);
  return (work) => setNext({ work });
}
