import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pathsReading } from '#client/live-tables.ts';

const migration = readFileSync(new URL('../../migrations/0020_live.sql', import.meta.url), 'utf8');
const announced = /'\{([\w,]+)\}'::text\[\]/.exec(migration)?.[1]?.split(',') ?? [];

it('knows every table whose changes the database tells', () => {
  expect(announced.length).toBeGreaterThan(10);
  const everywhere = announced.filter((table) => pathsReading([table]).some((path) => path.length === 0));
  expect(everywhere).toEqual(['organizations', 'profiles', 'classes']);
});

it('asks everything anew for a table it does not know', () => {
  expect(pathsReading(['attendance_sessions', 'something_new'])).toEqual([[]]);
});

it('asks each part once for all tables of a save', () => {
  const paths = pathsReading(['attendance_sessions', 'attendance_entries']).map((path) => path.join('.'));
  expect(paths).toContain('attendance');
  expect(new Set(paths).size).toBe(paths.length);
});

it('asks anew for what a renamed dance type stands in', () => {
  const paths = pathsReading(['dance_types']).map((path) => path.join('.'));
  const naming = ['catalog', 'scheduling', 'attendance', 'people.students', 'enrollment', 'payments'];
  expect(paths).toEqual(expect.arrayContaining(naming));
});
