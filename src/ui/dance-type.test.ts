import { expect, test } from 'vitest';

import { danceTheme } from '#ui/dance-type.tsx';

test.each([
  ['Ballet', 'ballet', 'BA'],
  [' hip hop ', 'hip-hop', 'HH'],
  ['Hip-Hop', 'hip-hop', 'HH'],
  ['HIPHOP', 'hip-hop', 'HH'],
  ['Kathak', 'neutral', 'KA'],
  ['toString', 'neutral', 'TO'],
  ['', 'neutral', '–'],
  [null, 'neutral', '–'],
])('%j has the theme %s and the code %s', (name, key, code) => {
  expect(danceTheme(name)).toEqual({ key, code });
});
