import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { useState, type KeyboardEvent } from 'react';

import classes from './insights.module.css';

/** What a number counts, behind a button that mouse, finger and keyboard open alike. Focus stays on the button. */
export function About({ name, children }: { name: string; children: string }) {
  const [isOpen, setIsOpen] = useState(false);

  function closeOnEscape({ key }: KeyboardEvent) {
    if (key === 'Escape') setIsOpen(false);
  }

  // Placed by style alone: sixteen of a library's cost a phone as much time as the figures they explain.
  return (
    <>
      <button
        type="button"
        className={classes.about}
        aria-label={`What ${name} counts`}
        aria-expanded={isOpen}
        data-noprint
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={closeOnEscape}
        onBlur={() => setIsOpen(false)}
      >
        <IconInfoCircle size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <p className={classes.words} role="status">
          {children}
        </p>
      )}
    </>
  );
}
