import { expect, it } from 'vitest';

import type { CalendarSession } from '../schema.ts';
import { boardColumns, type BoardView } from './board-columns.ts';

const monday = '2026-11-23';
const studios = ['A', 'B', 'C'].map((letter) => ({ id: letter, name: `Studio ${letter}` }));
const inStudio = (id: string, part: Partial<CalendarSession> = {}) =>
  ({
    date: monday,
    room: { id, name: `Studio ${id}` },
    instructor: { id: `of ${id}`, fullName: `Ina ${id}` },
    isCancelled: false,
    ...part,
  }) as CalendarSession;
const [ballet, jazz, cancelled] = [inStudio('A'), inStudio('B'), inStudio('C', { isCancelled: true })];
const all = [ballet, jazz, cancelled];

function emptyWords(view: BoardView, shown: readonly CalendarSession[], isAll = true) {
  const columns = boardColumns(view, monday, shown, studios, { sessions: all, isAll, labels: new Map() });
  return Object.fromEntries(columns.map(({ title, whenEmpty }) => [title, whenEmpty]));
}

it('calls a room free in which nothing takes place, and none where a filter hides what does', () => {
  expect(emptyWords('rooms', [ballet])).toMatchObject({ 'Studio B': 'None shown', 'Studio C': 'Free' });
});

it('calls nothing free for whoever sees only their own', () => {
  expect(emptyWords('rooms', [cancelled], false)).toMatchObject({ 'Studio C': 'No sessions' });
});

it('tells of a day without sessions and of one whose sessions are hidden', () => {
  expect(emptyWords('week', [])).toMatchObject({
    'Mon, Nov 23': 'None shown',
    'Tue, Nov 24': 'No sessions',
  });
});

it('names instructors of one name by what tells them apart', () => {
  const [one, other] = ['A', 'B'].map((id) => inStudio(id, { instructor: { id, fullName: 'Ina' } }));
  const shown = [one, other].filter((session) => session !== undefined);
  const labels = new Map([['A', 'Ina, 555-01']]);
  const columns = boardColumns('instructors', monday, shown, [], { sessions: shown, isAll: true, labels });
  expect(columns.map(({ key, title }) => [key, title])).toEqual([
    ['B', 'Ina'],
    ['A', 'Ina, 555-01'],
  ]);
});
