import { expect, it } from 'vitest';
import { check, type Found } from './checker.ts';
import type { Write } from './writes.ts';

const write = (mark: string, said: Write['said']): Write => ({
  kind: 'inquiry',
  mark,
  path: '/api/inquiries',
  body: {},
  isKeyed: false,
  said,
});
const found = (mark: string, is_whole = true): Found => ({ kind: 'inquiry', mark, is_whole });

it('sees what is lost, doubled, half, told wrongly and asked for by nobody', async () => {
  const writes = [
    write('kept', 'saved'),
    write('lost', 'saved'),
    write('doubled', 'saved'),
    write('half', 'saved'),
    write('mistold', 'denied'),
    write('rightly denied', 'denied'),
    write('never answered, there', 'nothing'),
    write('never answered, not there', 'nothing'),
  ];
  const there = ['kept', 'doubled', 'doubled', 'mistold', 'never answered, there', 'unasked'].map((mark) =>
    found(mark),
  );
  const findings = await check(() => Promise.resolve([...there, found('half', false)]), { writes });
  expect(findings).toEqual({
    acknowledged: 4,
    lost: ['inquiry lost'],
    doubled: ['inquiry doubled'],
    halves: ['inquiry half'],
    mistold: ['inquiry mistold'],
    unasked: ['inquiry unasked'],
  });
});
