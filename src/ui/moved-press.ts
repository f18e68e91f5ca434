import type { PointerEvent } from 'react';

import { isSecondClick } from './second-click.ts';

// A hand does not hold quite still.
const slackPixels = 4;

/**
 * Lets a press on a button count where the button, not the pointer, has moved before the release: leaving a field can
 * take a mistake away, and a warning can come in, above it. A pointer that slides off takes the press back as always.
 */
export function takeMovedPress({ currentTarget: button, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const over = new AbortController();
  const listening = { capture: true, signal: over.signal };
  window.addEventListener('pointerdown', () => over.abort(), listening);
  // Where the release meets something else, what both lie in is clicked.
  window.addEventListener(
    'click',
    (click) => {
      over.abort();
      const isInButton = click.target instanceof Node && button.contains(click.target);
      const moved = Math.hypot(click.clientX - clientX, click.clientY - clientY);
      if (isInButton || isSecondClick(click) || moved > slackPixels) return;
      click.preventDefault();
      click.stopPropagation();
      button.click();
    },
    listening,
  );
}
