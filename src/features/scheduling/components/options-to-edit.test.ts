import { expect, it } from 'vitest';

import { optionsToEdit } from './options-to-edit.ts';

it('offers, besides the others, what a booking refers to and is not there any more', () => {
  const jazz = { value: 'jazz', label: 'Jazz' };
  const ina = { value: 'ina', label: 'Ina' };
  const offered = { danceTypes: [jazz], rooms: [], instructors: [ina] };
  const room = { id: 'main', name: 'Main' };
  const instructor = { id: 'gone', fullName: 'Deleted instructor' };
  expect(optionsToEdit(offered, { danceType: null, room, instructor })).toEqual({
    danceTypes: [jazz],
    rooms: [{ value: 'main', label: 'Main' }],
    instructors: [{ value: 'gone', label: 'Deleted instructor' }, ina],
  });
  const known = {
    danceType: { id: 'jazz', name: 'Jazz' },
    room,
    instructor: { id: 'ina', fullName: 'Ina' },
  };
  expect(optionsToEdit(offered, known)).toMatchObject({ danceTypes: [jazz], instructors: [ina] });
});
