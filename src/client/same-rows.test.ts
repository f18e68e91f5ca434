import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { keepSame } from './same-rows.ts';

const row = (id: string, name = id) => ({ id, name, classes: [{ id: 'c', name: 'Ballet' }] });

describe('an answer that came again', () => {
  it('is the one before where it says the same', () => {
    const before = { total: 2, rows: [row('a'), row('b')] };
    expect(keepSame(before, structuredClone(before))).toBe(before);
  });

  it('leaves every other row what it was where one is added at the top, is another one or is gone', () => {
    const before = { rows: [row('a'), row('b'), row('c')] };
    const after = keepSame(before, { rows: [row('new'), row('a'), row('b', 'Bea')] }) as typeof before;
    expect(after).toEqual({ rows: [row('new'), row('a'), row('b', 'Bea')] });
    expect(after.rows[1]).toBe(before.rows[0]);
    expect(after.rows[2]?.classes).toBe(before.rows[1]?.classes);
  });

  it('goes by places where ids do not tell rows apart', () => {
    const before = [row('a', 'Monday'), row('a', 'Tuesday')];
    const after = keepSame(before, [row('a', 'Monday'), row('a', 'Friday')]) as typeof before;
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toEqual(row('a', 'Friday'));
  });

  it('is what the screens get when they ask again', async () => {
    const { queryClient } = await import('./query-client.ts');
    const queryKey = ['rows'];
    queryClient.setQueryData(queryKey, [row('a')]);
    const [first] = queryClient.getQueryData<unknown[]>(queryKey) ?? [];
    queryClient.setQueryData(queryKey, [row('new'), row('a')]);
    expect(queryClient.getQueryData<unknown[]>(queryKey)?.[1]).toBe(first);
  });

  it('says what the new one says, whatever was there before', () => {
    const items = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), n: fc.nat(2) }), { maxLength: 4 });
    const json = fc.oneof(items, fc.record({ rows: items, total: fc.nat(3) }), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(json, json, (before, after) => {
        const copy = structuredClone(before);
        expect(keepSame(before, after)).toEqual(after);
        expect(before).toEqual(copy);
      }),
    );
  });
});
