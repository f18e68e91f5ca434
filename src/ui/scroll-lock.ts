import { useEffect } from 'react';

let locks = 0;

/**
 * Stands in for react-remove-scroll-bar (vite.config.ts): the page behind a dialog does not scroll, nor move as its bar
 * goes. Theirs tells each element of the page how wide the bar was, and the browser works out the styles of all of them
 * anew as a dialog opens, and again before what was saved in it is seen.
 */
export function RemoveScrollBar(): null {
  useEffect(() => {
    const { body, documentElement } = document;
    const barWidth = window.innerWidth - documentElement.clientWidth;
    locks += 1;
    if (locks === 1)
      Object.assign(body.style, {
        overflow: 'hidden',
        overscrollBehavior: 'contain',
        paddingRight: `${barWidth}px`,
      });
    return () => {
      locks -= 1;
      if (locks === 0) Object.assign(body.style, { overflow: '', overscrollBehavior: '', paddingRight: '' });
    };
  }, []);
  return null;
}
