import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { addDays } from '#shared/local-date.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { testToday, useTestApp, type Actor } from '#tests/support/test-app.ts';

// Random packs and attendance against the plainest definition there is: deal out the sessions day by day.

const app = useTestApp();
const horizonDays = 24;
const origin = addDays(testToday, -horizonDays);

type Pack = {
  classNth: number;
  first: number;
  length: number;
  sessions: number;
  isTimed: boolean;
  status: 'active' | 'expired' | 'cancelled';
};
type Case = { packs: Pack[]; attended: number[][] };
type Sold = Pack & { id: string };

const rarely = fc.integer({ min: 0, max: 7 }).map((one) => one === 0);
const pack: fc.Arbitrary<Pack> = fc.record({
  classNth: rarely.map(Number),
  first: fc.nat({ max: horizonDays }),
  length: fc.nat({ max: horizonDays + 5 }),
  sessions: fc.integer({ min: 1, max: 5 }),
  isTimed: rarely,
  status: fc.constantFrom('active', 'active', 'active', 'expired', 'cancelled'),
});
const days = fc.subarray(Array.from({ length: horizonDays + 1 }, (_, day) => day));
const cases: fc.Arbitrary<Case> = fc.record({
  packs: fc.array(pack, { minLength: 1, maxLength: 7 }),
  attended: fc.tuple(days, days),
});

let owner: Actor;
let classIds: string[];
let sessions: { id: string; classId: string; day: number }[];

beforeAll(async () => {
  ({ owner } = await app.studio());
  const daysOfWeek = [1, 2, 3, 4, 5, 6, 7];
  classIds = [await makeClass(app, owner, { daysOfWeek }), await makeClass(app, owner, { daysOfWeek })];
  sessions = await logEveryDay();
});

it('deals out sessions in turn, each to one pack that covers it and has any left', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { studentId, sold } = await make(one);
      expect(await statesOf(studentId)).toEqual(
        sold
          .map((own) => stateOf(own, sold, one.attended[own.classNth] ?? []))
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
    }),
    { numRuns: 300, seed: 20261121 },
  );
});

/** What a pack is: as if it were not cancelled itself, but others that are take nothing. */
function stateOf(own: Sold, all: readonly Sold[], attended: readonly number[]) {
  const inTurn = all
    .filter((other) => other.classNth === own.classNth && !other.isTimed)
    .filter((other) => other === own || other.status !== 'cancelled')
    .sort((a, b) => a.first - b.first || a.length - b.length || (a.id < b.id ? -1 : 1));
  const left = new Map(inTurn.map((other) => [other, other.sessions]));
  for (const day of attended.toSorted((a, b) => a - b)) {
    const taker = inTurn.find(
      (other) => other.first <= day && day <= other.first + other.length && left.get(other) !== 0,
    );
    if (taker) left.set(taker, (left.get(taker) ?? 0) - 1);
  }
  const sessionsLeft = left.get(own) ?? null;
  const isOver = own.first + own.length < horizonDays || sessionsLeft === 0;
  return {
    id: own.id,
    sessionsLeft,
    status: own.status === 'active' && isOver ? 'expired' : own.status,
  };
}

async function statesOf(studentId: string) {
  const { rows } = await app.database.inTenant(owner, (db) =>
    sql`select id, sessions_left, effective_status as status from subscription_states(${testToday})
      where student_id = ${studentId} order by id`.execute(db),
  );
  return rows;
}

async function make({ packs, attended }: Case): Promise<{ studentId: string; sold: Sold[] }> {
  const studentId = await makeStudent(app, owner);
  const entries = sessions
    .filter(({ classId, day }) => attended[classIds.indexOf(classId)]?.includes(day))
    .map(({ id }) => ({ sessionId: id, studentId, isPresent: true }));
  const ids = await app.database.inTenant(owner, async (db) => {
    if (entries.length > 0) await db.insertInto('attendanceEntries').values(entries).execute();
    return await db
      .insertInto('subscriptions')
      .values(packs.map((one) => rowOf(one, studentId)))
      .returning('id')
      .execute();
  });
  return { studentId, sold: packs.map((one, nth) => ({ ...one, id: ids[nth]?.id ?? '' })) };
}

function rowOf({ classNth, first, length, sessions: count, isTimed, status }: Pack, studentId: string) {
  return {
    studentId,
    classId: classIds[classNth] ?? '',
    startDate: addDays(origin, first),
    endDate: addDays(origin, first + length),
    amountPaidCents: 1000,
    numberOfSessions: count,
    subscriptionType: isTimed ? 'time_based' : 'session_based',
    status,
    paidOn: testToday,
  };
}

async function logEveryDay() {
  const [firstClass, secondClass] = classIds;
  const { rows } = await app.database.inTenant(owner, (db) =>
    sql<{ id: string; classId: string; day: number }>`
      insert into attendance_sessions (class_id, session_date, status, instructor_id)
      select c.id, ${origin}::date + nth, 'Completed', c.instructor_id
      from classes c, generate_series(0, ${horizonDays}::integer) nth where c.id in (${firstClass}, ${secondClass})
      returning id, class_id, session_date - ${origin}::date as day`.execute(db),
  );
  return rows;
}
