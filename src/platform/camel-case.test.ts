import { describe, expect, it } from 'vitest';
import { ColumnNames } from '#platform/camel-case.ts';

const names = new ColumnNames();

describe('the names of columns', () => {
  it('are in camelCase, in every row', () => {
    const rows = [
      { id: 1, full_name: 'Ada' },
      { id: 2, full_name: null },
    ];
    expect(names.translated(rows)).toEqual([
      { id: 1, fullName: 'Ada' },
      { id: 2, fullName: null },
    ]);
  });

  it('are so within JSON too, however deep', () => {
    const rows = [{ current_rows: [{ dance_type: { full_name: 'Tap', tag_list: ['a_b'] } }, 'a_b', null] }];
    expect(names.translated(rows)).toEqual([
      { currentRows: [{ danceType: { fullName: 'Tap', tagList: ['a_b'] } }, 'a_b', null] },
    ]);
  });

  it('leave days, bytes and what has no names as they are', () => {
    const [at, bytes] = [new Date(0), Buffer.from('a_b')];
    const [row] = names.translated([{ changed_at: at, bytes, list: [1, 'x_y'] }]);
    expect(row).toEqual({ changedAt: at, bytes, list: [1, 'x_y'] });
    expect(row?.['bytes']).toBe(bytes);
  });

  it('of nothing are nothing', () => {
    expect(names.translated([])).toEqual([]);
  });
});
