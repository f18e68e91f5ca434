import { useRef, type MouseEvent } from 'react';

/** Whether a press is the second of a double click: what it meets by then is not what it was meant for. */
export function isSecondClick({ detail }: { detail: number }): boolean {
  return detail > 1;
}

/**
 * For what may open under the pointer: takes no second click of a double one whose first was made before. What is pressed
 * twice itself gets both.
 */
export function useOwnClicks(): { onClickCapture: (event: MouseEvent) => void } {
  const hasBegun = useRef(false);
  return {
    onClickCapture: (event) => {
      if (!isSecondClick(event)) hasBegun.current = true;
      if (hasBegun.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
