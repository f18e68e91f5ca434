import { useLayoutEffect, type Ref } from 'react';

type Props = { anchor: HTMLElement; id?: string; ref?: Ref<HTMLElement>; 'aria-expanded'?: boolean };

/**
 * Stands in for the target of a menu that many buttons share: makes the pressed button the element the menu
 * belongs to and is named by. One menu for 500 classes instead of 500 menus.
 */
export function Anchored({ anchor, id, ref, 'aria-expanded': isOpen }: Props) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return;
    const release = ref(anchor);
    return () => {
      if (typeof release === 'function') release();
      else ref(null);
    };
  }, [anchor, ref]);

  useLayoutEffect(() => {
    if (id) anchor.id = id;
    return () => anchor.removeAttribute('id');
  }, [anchor, id]);

  useLayoutEffect(() => {
    anchor.setAttribute('aria-expanded', String(isOpen ?? false));
    // The menu gives focus back only to what had it when it was first drawn, which is another button by now.
    if (!isOpen && document.activeElement?.closest('[role="menu"]')) anchor.focus({ preventScroll: true });
  }, [anchor, isOpen]);
  return null;
}
