import { localStorageColorSchemeManager } from '@mantine/core';

/** Where the choice of dark, light or system is kept. `public/color-scheme.js` reads it before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'barre.color-scheme' });
