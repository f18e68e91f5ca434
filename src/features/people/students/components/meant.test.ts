import { expect, it } from 'vitest';
import { namedFirst } from './meant.ts';

it('names who has the name typed first, and everybody else behind', () => {
  const people = ['Ada Abel', 'Zoé Smith', 'Ben Bell', 'Smith Zed'].map((fullName) => ({ fullName }));
  const names = (typed: string) => namedFirst(people, typed).map(({ fullName }) => fullName);
  expect(names('smi')).toEqual(['Zoé Smith', 'Smith Zed', 'Ada Abel', 'Ben Bell']);
  expect(names('SMITH zoe')).toEqual(['Zoé Smith', 'Ada Abel', 'Ben Bell', 'Smith Zed']);
  expect(names('nobody')).toEqual(['Ada Abel', 'Zoé Smith', 'Ben Bell', 'Smith Zed']);
});
