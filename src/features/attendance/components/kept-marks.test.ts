import { expect, it, vi } from 'vitest';
import { sheetOf } from '#tests/support/attendance-sheet.ts';

import { draftOf, marksOf } from './attendance-draft.ts';

it('gives nothing back that was saved as the page ended, nor when the log says something else later', async () => {
  const store = new Map<string, string>();
  vi.stubGlobal('window', { location: { origin: 'http://barre.test' } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  });
  const { keepDraft } = await import('#client/kept-draft.ts');
  const { keptMarks, marksName } = await import('./kept-marks.ts');
  const blank = sheetOf(['mia']);
  const draft = { ...draftOf(blank, null), notes: 'left early' };
  keepDraft('ana', marksName(blank, null), marksOf(blank, draft, null));
  expect(keptMarks('ana', blank, null)).toEqual({ draft, version: null });
  expect(keptMarks('ana', sheetOf(['mia'], 'left early'), null)).toBeNull();
  expect(keptMarks('ana', sheetOf(['mia'], 'left at five'), null)).toBeNull();
});
