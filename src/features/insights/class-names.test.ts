import { expect, it } from 'vitest';
import { namedApart } from '#features/insights/class-names.ts';

const times = { startTime: '17:00', endTime: '18:00', sessionStartDate: '2026-09-01' };

it('tells classes of one name apart by when they are, and those by when they began', () => {
  const classes = [
    { classId: 'a', className: 'Ballet 1', ...times, daysOfWeek: [4] },
    { classId: 'b', className: 'Ballet 1', ...times, daysOfWeek: [3, 1] },
    { classId: 'c', className: 'Ballet 1', ...times, daysOfWeek: [1, 3], sessionStartDate: '2026-12-01' },
    { classId: 'd', className: 'ballet 1', ...times, daysOfWeek: [1] },
  ];
  expect(namedApart(classes, classes)).toEqual([
    { classId: 'a', className: 'Ballet 1 · Thu, 5:00 – 6:00 PM' },
    { classId: 'b', className: 'Ballet 1 · Mon, Wed, 5:00 – 6:00 PM, from Tue, Sep 1, 2026' },
    { classId: 'c', className: 'Ballet 1 · Mon, Wed, 5:00 – 6:00 PM, from Tue, Dec 1, 2026' },
    { classId: 'd', className: 'ballet 1' },
  ]);
});

it('calls a class the same in every list of a report', () => {
  const first = { classId: 'a', className: 'Ballet 1', ...times, daysOfWeek: [4] };
  const other = { classId: 'b', className: 'Ballet 1', ...times, daysOfWeek: [5] };
  const told = namedApart([first], [first, other, first]);
  expect(told).toEqual([{ classId: 'a', className: 'Ballet 1 · Thu, 5:00 – 6:00 PM' }]);
});

it('gives no two classes one name, not even where a name is what another would be told apart by', () => {
  const classes = [
    { classId: 'a', className: 'Ballet 1', ...times, daysOfWeek: [4] },
    { classId: 'b', className: 'Ballet 1', ...times, daysOfWeek: [5] },
    { classId: 'c', className: 'Ballet 1 · Thu, 5:00 – 6:00 PM', ...times, daysOfWeek: [6] },
  ];
  expect(new Set(namedApart(classes, classes).map(({ className }) => className)).size).toBe(3);
});
