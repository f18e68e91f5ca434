import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useState } from 'react';

import { fetchCode } from '#ui/fetch-code.ts';
import { lazyDialog } from '#ui/lazy-part.tsx';

import classes from './palette-button.module.css';
import { keepTyped } from './typed-ahead.ts';

const importPalette = () => import('./palette.tsx');
const Palette = lazyDialog(importPalette, ({ Palette: Part }) => Part);
// Where its code could not be had, the dialog tells.
const openAgain = () => fetchCode(importPalette).then(({ openPalette }) => openPalette(), nothing);

const isMac = navigator.platform.startsWith('Mac');

/** Opens the command palette, as does Ctrl+K or Cmd+K anywhere (R18). Its code comes with the first use. */
export function PaletteButton() {
  const [isWanted, setIsWanted] = useState(false);

  function open() {
    // The first time it opens by itself.
    if (isWanted) void openAgain();
    else setIsWanted(true);
  }

  // Who is in a hurry types on at once, while its code is still on the way.
  useEffect(() => (isWanted ? keepTyped() : undefined), [isWanted]);

  useEffect(() => {
    function openByKey(event: KeyboardEvent) {
      const isPressed = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isPressed || event.altKey || event.shiftKey) return;
      event.preventDefault();
      open();
    }
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  });

  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={open}
        onPointerEnter={Palette.preload}
        onFocus={Palette.preload}
      >
        <IconSearch size={18} aria-hidden="true" />
        <span className={classes.label}>Search</span>
        <kbd className={classes.keys} aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isWanted && <Palette onClose={() => setIsWanted(false)} />}
    </>
  );
}

function nothing() {}
