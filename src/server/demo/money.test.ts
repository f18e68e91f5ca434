import { expect, it } from 'vitest';
import { planRegistrations } from '#server/demo/money.ts';
import { planClasses, seedRandom } from '#server/demo/schedule.ts';

it('puts nobody in a class on a day on which the office could not', () => {
  const today = '2026-11-21';
  const ids = (name: string, count: number) => Array.from({ length: count }, (_, nth) => `${name} ${nth}`);
  const random = seedRandom();
  const ground = { danceTypeIds: ids('type', 8), instructorIds: ids('teacher', 9), roomIds: ids('room', 4) };
  const classes = planClasses(random, ground, 40, today);
  const starts = new Map(classes.map(({ id, sessionStartDate }) => [id, sessionStartDate]));
  const places = planRegistrations(random, ids('student', 320), classes, today);
  const early = places.filter(({ classId, enrolledOn }) => enrolledOn < (starts.get(classId) ?? ''));
  expect([...new Set(early.map(({ enrolledOn }) => enrolledOn))]).toEqual([today]);
  expect(places.filter(({ enrolledOn }) => enrolledOn > today)).toEqual([]);
});
