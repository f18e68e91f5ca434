import { useEffect, useState } from 'react';

/**
 * The value as it was, for as long as something is pressed: what comes by itself would move a button away between the
 * press and the release, and the press would be none. Takes the same object for as long as nothing has changed.
 */
export function useUnpressed<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const listening = { capture: true, signal: left.signal };
    // The click itself comes after the release.
    const release = () => setTimeout(() => setPressed(false));
    window.addEventListener('pointerdown', () => setPressed(true), listening);
    window.addEventListener('pointerup', release, listening);
    window.addEventListener('pointercancel', release, listening);
    return () => left.abort();
  }, []);
  if (!isPressed && shown !== value) setShown(value);
  return isPressed ? shown : value;
}
