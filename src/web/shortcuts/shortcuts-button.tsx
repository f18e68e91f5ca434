import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { lazyDialog } from '#ui/lazy-part.tsx';

import { keepKeysAhead } from './keys-ahead.ts';
import { isShortcut, pressKey } from './press-key.ts';
import classes from './shortcuts-button.module.css';
import { useSingleKeys } from './single-keys.ts';

const ShortcutsDialog = lazyDialog(
  () => import('./shortcuts-dialog.tsx'),
  ({ ShortcutsDialog }) => ShortcutsDialog,
);

/** Listens for single keys (R19), and shows what they are. */
export function ShortcutsButton() {
  const [isOpen, setIsOpen] = useState(false);
  const isOn = useSingleKeys();
  const router = useRouter();

  useEffect(() => {
    if (!isOn) return;
    const ahead = keepKeysAhead(router);
    function press(event: KeyboardEvent) {
      if (isShortcut(event) && (ahead.keep(event.key) || pressKey(event.key))) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      ahead.stop();
    };
  }, [isOn, router]);

  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label="Keyboard shortcuts"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        title="Keyboard shortcuts"
        onClick={() => setIsOpen(true)}
      >
        <IconKeyboard size={20} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
