import { describe, expect, it } from 'vitest';
import { contradictionsIn, type Step } from './history.ts';

// Each history is told as: name, begin, end, what it adds, what it sees.
const step = (
  name: string,
  [begin, end]: [number, number],
  adds: Record<string, string>,
  sees: Step['sees'] = {},
): Step => ({ name, begin, end, adds: Object.entries(adds), sees });

const add = (value: string, at: [number, number], list = 'x') => step(`add ${value}`, at, { [list]: value });
const see = (name: string, at: [number, number], sees: Step['sees']) => step(name, at, {}, sees);

describe('a history without contradictions', () => {
  it.each<[string, Step[]]>([
    ['of nothing', []],
    [
      'one after the other',
      [see('none', [1, 2], { x: [] }), add('1', [3, 4]), see('one', [5, 6], { x: ['1'] })],
    ],
    ['seen before it was acknowledged', [add('1', [1, 9]), see('early', [2, 3], { x: ['1'] })]],
    ['not yet seen while it was under way', [add('1', [1, 9]), see('early', [2, 3], { x: [] })]],
    [
      'in whatever order of those under way, so long as it is one',
      [
        add('1', [1, 9]),
        add('2', [1, 9]),
        see('2 alone', [2, 3], { x: ['2'] }),
        see('both', [4, 5], { x: ['1', '2'] }),
      ],
    ],
  ])('is one %s', (_, history) => {
    expect(contradictionsIn(history)).toEqual([]);
  });
});

describe('a contradiction is found', () => {
  it.each<[string, Step[], number]>([
    ['a lost value', [add('1', [1, 2]), see('late', [3, 4], { x: [] })], 2],
    [
      'an answer from before the question',
      [add('1', [1, 2]), add('2', [3, 4]), see('stale', [5, 6], { x: ['1'] })],
      2,
    ],
    ['a value seen before anybody asked for it', [see('early', [1, 2], { x: ['1'] }), add('1', [3, 4])], 2],
    [
      'a value that was there and is gone',
      [add('1', [1, 9]), see('there', [2, 3], { x: ['1'] }), see('gone', [4, 5], { x: [] })],
      3,
    ],
    [
      'half of what was added at once, in one look',
      [step('both', [1, 9], { x: '1', y: '1' }), see('half', [2, 3], { x: ['1'], y: [] })],
      2,
    ],
    [
      'half of it in two looks, one after the other',
      [step('both', [1, 9], { x: '1', y: '1' }), see('x', [2, 3], { x: ['1'] }), see('y', [4, 5], { y: [] })],
      3,
    ],
    [
      'two orders of two values',
      [
        add('1', [1, 9]),
        add('2', [1, 9], 'y'),
        see('1 first', [2, 8], { x: ['1'], y: [] }),
        see('2 first', [2, 8], { x: [], y: ['2'] }),
      ],
      4,
    ],
    [
      'two who each add because they do not see the other',
      [step('first', [1, 9], { x: '1' }, { y: [] }), step('second', [1, 9], { y: '2' }, { x: [] })],
      2,
    ],
    [
      'three who each do not see the next',
      [
        step('first', [1, 9], { x: '1' }, { y: [] }),
        step('second', [1, 9], { y: '2' }, { z: [] }),
        step('third', [1, 9], { z: '3' }, { x: [] }),
      ],
      3,
    ],
    ['a value nobody added', [see('strange', [1, 2], { x: ['1'] })], 1],
    ['a value that is there twice', [add('1', [1, 2]), see('double', [3, 4], { x: ['1', '1'] })], 1],
  ])('%s', (_, history, length) => {
    expect(contradictionsIn(history)).toHaveLength(length);
  });

  it('and told in words', () => {
    const history = [add('1', [1, 2]), add('2', [3, 4]), see('stale', [5, 6], { x: ['1'] })];
    expect(contradictionsIn(history)).toEqual([
      '"add 2" had ended before there began "stale"',
      '"stale" does not see 2 in x, added by "add 2"',
    ]);
  });
});
