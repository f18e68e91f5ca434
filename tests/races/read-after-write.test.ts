import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/local-date.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { testToday, useTestApp, type Studio } from '#tests/support/test-app.ts';
import { testEngines } from '#tests/support/test-database.ts';

// Reads are shared by who waits for the same. Many add to the same lists and read them at once: whatever was saved before
// a read was asked for is in its answer, for who saved it and for all others, and no two answers tell of two orders.

const writes = { embedded: 80, postgres: 240 };
const studios = process.env['ATTACKS'] === 'all' ? 25 : 1;
const lanes = 24;

/** A list that is only added to, and what it holds by the names it was added by. */
type List = { name: string; add(value: string): Promise<unknown>; read(): Promise<string[]> };
type Looks = { saved: string[]; seen: ReadonlySet<string>[] };

describe.each(testEngines)('lists that many add to and read at once on %s', (engine) => {
  const app = useTestApp(engine);

  it('hold what was saved before they were asked for, in one order for all', async () => {
    for (let nth = 0; nth < studios; nth++)
      await addAndRead(await listsOf(await app.studio()), writes[engine]);
  });

  async function listsOf({ owner, staff }: Studio): Promise<List[]> {
    const classId = await makeClass(app, owner, { daysOfWeek: [1, 2, 3, 4, 5, 6, 7] });
    const terms = {
      classId,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      amountPaidCents: 1,
      numberOfSessions: 1,
      paymentFor: 'renewal' as const,
    };
    const paymentsOf = (studentId: string): List => ({
      name: `payments of ${studentId}`,
      add: (value) =>
        staff.api.payments.add({ ...terms, studentId, paymentNotes: value, idempotencyKey: value }),
      read: async () =>
        (await owner.api.payments.list({ studentId })).map(({ paymentNotes }) => paymentNotes ?? ''),
    });
    let day = testToday;
    const dates = new Map<string, string>();
    return [
      paymentsOf(await makeStudent(app, owner)),
      paymentsOf(await makeStudent(app, owner)),
      {
        name: 'dance types',
        add: (name) => staff.api.catalog.danceTypes.create({ name }),
        read: async () => (await owner.api.catalog.danceTypes.list()).map(({ name }) => name),
      },
      {
        name: 'cancelled dates of a class',
        add: (value) => {
          day = addDays(day, 1);
          dates.set(day, value);
          return staff.api.scheduling.cancellations.create({ classId, date: day });
        },
        read: async () => {
          const [rule] = await owner.api.scheduling.classes.list();
          return (rule?.cancelledDates ?? []).map(({ date }) => dates.get(date) ?? date);
        },
      },
    ];
  }
});

async function addAndRead(lists: readonly List[], count: number): Promise<void> {
  const looks = new Map(lists.map((list): [List, Looks] => [list, { saved: [], seen: [] }]));
  const missing: string[] = [];
  const look = async (list: List, { saved, seen }: Looks) => {
    const before = [...saved];
    const found = new Set(await list.read());
    missing.push(...before.filter((value) => !found.has(value)).map((value) => `${list.name}: ${value}`));
    seen.push(found);
  };
  const add = async (list: List, of: Looks) => {
    const value = randomUUID();
    await list.add(value);
    of.saved.push(value);
    await look(list, of);
  };
  const turns = Array.from({ length: count / lists.length }, () => [...looks]).flat();
  const lane = async () => {
    // One look begins before something is saved, one after.
    for (let turn = turns.pop(); turn; turn = turns.pop()) await Promise.all([look(...turn), add(...turn)]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect(missing).toEqual([]);
  for (const [{ name }, { seen }] of looks) {
    const bySize = seen.toSorted((a, b) => a.size - b.size);
    const isContradicted = (one: ReadonlySet<string>, next = one) =>
      [...one].some((value) => !next.has(value));
    expect([name, bySize.filter((one, nth) => isContradicted(one, bySize[nth + 1]))]).toEqual([name, []]);
  }
}
