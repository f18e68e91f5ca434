import { expect, it } from 'vitest';
import { safeNext } from '#features/auth/rules.ts';

it.each([
  '/dashboard',
  '/dashboard/insights?start=2030-01-01',
  '/dashboard?q=%2F%2Fevil.test',
  '/dashboard#top',
])('leads on to %s', (next) => expect(safeNext(next)).toBe(next));

it.each([
  null,
  undefined,
  '',
  '/',
  '/login',
  '/dashboards',
  '/dashboard\\evil.test',
  '/dashboard/\\evil.test',
  '/dashboard/\nevil.test',
  '//evil.test',
  '//evil.test/dashboard',
  '/\\evil.test',
  '\\\\evil.test',
  'https://evil.test/dashboard',
  'javascript:alert(1)',
  ' /dashboard/insights',
])('leads to the dashboard in place of %s', (next) => expect(safeNext(next)).toBe('/dashboard'));
