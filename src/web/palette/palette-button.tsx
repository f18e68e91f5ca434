import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { lazy, Suspense, useEffect, useState } from 'react';

import classes from './palette-button.module.css';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

const isMac = navigator.platform.startsWith('Mac');

/** Opens the command palette, as does Ctrl+K or Cmd+K anywhere (R18). Its code comes with the first use. */
export function PaletteButton() {
  const [isWanted, setIsWanted] = useState(false);

  async function open() {
    setIsWanted(true);
    const { openPalette } = await loadPalette();
    openPalette();
  }

  useEffect(() => {
    function openByKey(event: KeyboardEvent) {
      const isPressed = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isPressed || event.altKey || event.shiftKey) return;
      event.preventDefault();
      void open();
    }
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, []);

  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => void open()}
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
      >
        <IconSearch size={18} aria-hidden="true" />
        <span className={classes.label}>Search</span>
        <kbd className={classes.keys} aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <Suspense fallback={null}>{isWanted && <Palette />}</Suspense>
    </>
  );
}
