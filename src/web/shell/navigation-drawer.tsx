import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { MouseEvent, ReactNode, RefObject } from 'react';

import classes from './navigation-drawer.module.css';

type DrawerRef = RefObject<HTMLDialogElement | null>;

/** The sidebar on phones: a native modal dialog keeps focus in, closes on Escape and gives focus back. */
export function NavigationDrawer({ drawer, children }: { drawer: DrawerRef; children: ReactNode }) {
  // Beside the menu, or on a link: also on the one to the page that is open already.
  function closeWhenDone({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
    const isOnLink = target instanceof Element && target.closest('a') !== null;
    if (target === currentTarget || isOnLink) currentTarget.close();
  }
  return (
    <dialog ref={drawer} className={classes.drawer} aria-label="Menu" onClick={closeWhenDone}>
      <button
        type="button"
        className={classes.close}
        aria-label="Close menu"
        onClick={() => drawer.current?.close()}
      >
        <IconX size={20} aria-hidden="true" />
      </button>
      {children}
    </dialog>
  );
}

export function NavigationToggle({ drawer }: { drawer: DrawerRef }) {
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-label="Open menu"
      aria-haspopup="dialog"
      onClick={() => drawer.current?.showModal()}
    >
      <IconMenu2 size={22} aria-hidden="true" />
    </button>
  );
}
