import { expect, it } from 'vitest';
import { openRequestLimit } from '#platform/request-limit.ts';

it('lets a login make its requests of a minute at once, and then as many as come back', () => {
  const limit = openRequestLimit(60);
  for (let nth = 0; nth < 60; nth += 1) expect(limit('ana', 'read', 0.3)).toBe(0);
  expect(limit('ana', 'read', 0.3)).toBe(1_000);
  expect(limit('ana', 'read', 700.3)).toBe(300);
  expect(limit('ben', 'read', 700.3)).toBe(0);
  expect(limit('ana', 'read', 1_000.3)).toBe(0);
  expect(limit('ana', 'read', 1_000.3)).toBe(1_000);
});

it('counts what saves for more, and what is much work for most, but never for more than a minute has', () => {
  const limit = openRequestLimit(60);
  for (let nth = 0; nth < 6; nth += 1) expect(limit('ana', 'write', 0)).toBe(0);
  expect(limit('ana', 'read', 0)).toBe(1_000);
  expect(limit('ana', 'write', 0)).toBe(10_000);
  expect(limit('ben', 'long', 0.7)).toBe(0);
  expect(limit('ben', 'long', 0.7)).toBe(60_000);
});

it('refuses nobody where there is no limit', () => {
  const limit = openRequestLimit(0);
  for (let nth = 0; nth < 10_000; nth += 1) expect(limit('ana', 'long', 0)).toBe(0);
});

it('keeps nobody in mind who has all their requests back', () => {
  const known = new Map<string, number>();
  const limit = openRequestLimit(60, known);
  for (let nth = 0; nth < 1_000; nth += 1) limit(`login ${nth}`, 'read', nth);
  limit('ana', 'long', 1_000);
  limit('ben', 'read', 2_500);
  expect([...known.keys()]).toEqual(['ana', 'ben']);
  limit('cleo', 'read', 61_001);
  expect([...known.keys()]).toEqual(['cleo']);
});
