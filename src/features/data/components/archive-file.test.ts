import { afterEach, expect, it, vi } from 'vitest';

import { fetchArchive } from './archive-file.ts';

afterEach(() => vi.unstubAllGlobals());

it('saves the page of a network in place of the server as no archive', async () => {
  const answerWith = (type: string) =>
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { headers: { 'content-type': type } })));
  answerWith('application/zip');
  expect((await fetchArchive()).name).toBe('barre.zip');
  answerWith('text/html');
  await expect(fetchArchive()).rejects.toBeInstanceOf(TypeError);
});
