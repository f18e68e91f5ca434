import { expect, it } from 'vitest';
import { createClassInput } from '#features/scheduling/schema.ts';

const id = '00000000-0000-4000-8000-000000000001';
const ballet = {
  name: 'Ballet 1',
  danceTypeId: id,
  instructorId: id,
  roomId: id,
  daysOfWeek: ['Monday'],
  startTime: '17:00',
  endTime: '18:00',
  sessionStartDate: '2026-11-02',
};

it.each([
  ['one field', { name: '' }, ['name']],
  ['one field and two that do not fit each other', { name: '', endTime: '16:00' }, ['name', 'endTime']],
  [
    'two pairs that do not fit each other',
    { endTime: '16:00', sessionEndDate: '2026-11-01' },
    ['endTime', 'sessionEndDate'],
  ],
  ['a time that is none, with which nothing is compared', { endTime: 'soon' }, ['endTime']],
  [
    'days that do not come',
    { instructorId: '', sessionEndDate: '2026-11-01' },
    ['instructorId', 'sessionEndDate'],
  ],
  [
    'a day outside the dates',
    { roomId: '', daysOfWeek: ['Sunday'], sessionEndDate: '2026-11-06' },
    ['roomId', 'daysOfWeek'],
  ],
])('names all that is wrong at the first try: %s', (_, changed, wrong) => {
  const { error } = createClassInput.safeParse({ ...ballet, ...changed });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(wrong);
});
