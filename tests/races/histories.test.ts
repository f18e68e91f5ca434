import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openRandom, type Random } from '#server/demo/random.ts';
import { addDays } from '#shared/local-date.ts';
import { makeClass, makeStudent } from '#tests/support/factories.ts';
import { classOn, makeStage } from '#tests/support/schedule.ts';
import { testToday, useTestApp, type Studio } from '#tests/support/test-app.ts';
import { hasPooler, openPooledDatabase } from '#tests/support/pooled-database.ts';
import { hasPostgres, testEngines } from '#tests/support/test-database.ts';
import { contradictionsIn, type Step } from './history.ts';

// Payments, enrollments in several classes at once, cancelled dates and new class rules are added at random and at once,
// and read through lists, rosters and reports, one or many lists at a look. All that was answered has to fit one order.

const isFull = process.env['ATTACKS'] === 'all';
const transactions = {
  embedded: isFull ? 10_000 : 400,
  postgres: isFull ? 100_000 : 2000,
  pooled: isFull ? 100_000 : 400,
};
type Way = keyof typeof transactions;
// Through a pooler, with reports from a copy.
const ways: Way[] = [...testEngines, ...(hasPostgres && hasPooler ? (['pooled'] as const) : [])];
const inOneHistory = 400;
const lanes = 24;
const seed = 20261128;

type Sees = Step['sees'];
type Act = { name: string; adds: Step['adds']; ask(): Promise<Sees> };
type Acts = { add: ((nth: number) => Act)[]; see: Act[] };

describe.each(ways)('what many add and see at once, %s', (way) => {
  const app = useTestApp(way === 'pooled' ? openPooledDatabase : way);

  it('fits one order, in which nobody is answered from before they asked', async () => {
    const random = openRandom(seed);
    let asked = 0;
    let seen = 0;
    while (asked < transactions[way]) {
      const history = await record(await actsOf(await app.studio(), random), random);
      expect(contradictionsIn(history)).toEqual([]);
      asked += history.length;
      seen += history.filter(({ adds }) => adds.length === 0).length;
    }
    const { primary, replica } = app.database.reports;
    console.log(
      `${asked} transactions ${way}, ${seen} of them looks; ${replica} of ${primary + replica} reports from a copy`,
    );
    expect(replica > 0).toBe(way === 'pooled');
  }, 3_600_000);

  async function actsOf({ owner, staff }: Studio, random: Random): Promise<Acts> {
    const daysOfWeek = [1, 2, 3, 4, 5, 6, 7];
    const classIds = await Promise.all([1, 2, 3].map(() => makeClass(app, owner, { daysOfWeek })));
    const names = new Map((await owner.api.scheduling.classes.list()).map(({ id, name }) => [name, id]));
    const studentIds = await Promise.all([1, 2].map(() => makeStudent(app, owner)));
    const stage = await makeStage(app, owner);
    const idOf = (className: string | null | undefined) => names.get(className ?? '') ?? '';
    const terms = { startDate: '2026-11-01', endDate: '2026-11-30', numberOfSessions: 1 };
    const range = { startDate: '2026-11-01', endDate: '2035-01-01', limit: 50_000 };
    const rows = (metric: 'totalRevenue' | 'totalEnrollments' | 'totalClasses') =>
      owner.api.insights.rows({ metric, ...range });
    const numberIn = (name: string) => name.replace(/\D+/, '');

    const pay = (nth: number): Act => {
      const [studentId, classId] = [random.pick(studentIds), random.pick(classIds)];
      const payment = { ...terms, studentId, classId, amountPaidCents: nth, paymentFor: 'renewal' as const };
      const adds = [`paid by ${studentId}`, `paid for ${classId}`].map((list) => [list, `${nth}`] as const);
      const ask = () => staff.api.payments.add({ ...payment, idempotencyKey: randomUUID() });
      return { name: `payment ${nth}`, adds, ask: () => ask().then(nothing) };
    };
    const enroll = (nth: number): Act => {
      const left = random.pick([...classIds, '']);
      const cart = classIds.filter((classId) => classId !== left);
      const enrollment = {
        studentDetails: { fullName: `Dancer ${nth}` },
        enrollmentItems: cart.map((classId) => ({ ...terms, classId, amountPaidCents: nth })),
        idempotencyKey: randomUUID(),
      };
      const lists = cart.flatMap((classId) => [`roster of ${classId}`, `paid for ${classId}`]);
      const adds = lists.map((list) => [list, `${nth}`] as const);
      return {
        name: `enrollment ${nth}`,
        adds,
        ask: () => staff.api.enrollment.enrollStudent(enrollment).then(nothing),
      };
    };
    const cancel = (nth: number): Act => {
      const [classId, date] = [random.pick(classIds), addDays(testToday, nth)];
      const ask = () => staff.api.scheduling.cancellations.create({ classId, date }).then(nothing);
      return { name: `cancellation ${nth}`, adds: [[`cancelled of ${classId}`, date]], ask };
    };
    const addRule = (nth: number): Act => {
      const date = addDays('2030-01-01', nth);
      const ends = { sessionStartDate: date, sessionEndDate: date };
      const rule = classOn(stage, { name: `Rule ${nth}`, daysOfWeek: [...everyDay], ...ends });
      const ask = () => staff.api.scheduling.classes.create(rule).then(nothing);
      return { name: `rule ${nth}`, adds: [['rules', `${nth}`]], ask };
    };

    const see = (name: string, ask: () => Promise<Sees>): Act => ({ name, adds: [], ask });
    const ofEach = (ids: readonly string[], list: string, values: (id: string) => string[]): Sees =>
      Object.fromEntries(ids.map((id) => [`${list} ${id}`, values(id)]));
    const rules = (found: readonly { name: string }[]) =>
      found.filter(({ name }) => name.startsWith('Rule')).map(({ name }) => numberIn(name));
    const amounts = (found: readonly { amountCents: number | null }[]) =>
      found.map(({ amountCents }) => `${amountCents}`);
    const looks = [
      see('list of classes', async () => {
        const found = await owner.api.scheduling.classes.list();
        const dates = (id: string) =>
          found.find((rule) => rule.id === id)?.cancelledDates.map(({ date }) => date) ?? [];
        return { rules: rules(found), ...ofEach(classIds, 'cancelled of', dates) };
      }),
      see('list of students', async () => {
        const { items } = await owner.api.people.students.list({ q: 'Dancer', limit: 100 });
        return ofEach(classIds, 'roster of', (classId) =>
          items
            .filter(({ classes }) => classes.some(({ id }) => id === classId))
            .map(({ fullName }) => numberIn(fullName)),
        );
      }),
      see('revenue', async () => {
        const found = await rows('totalRevenue');
        return {
          ...ofEach(classIds, 'paid for', (id) =>
            amounts(found.filter(({ detail }) => idOf(detail?.split(',')[0]) === id)),
          ),
          ...ofEach(studentIds, 'paid by', (id) =>
            amounts(found.filter(({ studentId }) => studentId === id)),
          ),
        };
      }),
      see('enrollments', async () => {
        const found = await rows('totalEnrollments');
        return ofEach(classIds, 'roster of', (id) =>
          found.filter(({ classId }) => classId === id).map(({ name }) => numberIn(name)),
        );
      }),
      see('report of classes', async () => ({ rules: rules(await rows('totalClasses')) })),
      ...studentIds.map((studentId) =>
        see('payments', async () => {
          const found = await owner.api.payments.list({ studentId });
          return { [`paid by ${studentId}`]: found.map(({ amountPaidCents }) => `${amountPaidCents}`) };
        }),
      ),
      ...classIds.flatMap((classId) => [
        see('roster', async () => {
          const { students } = await owner.api.enrollment.roster({ classId });
          return { [`roster of ${classId}`]: students.map(({ fullName }) => numberIn(fullName)) };
        }),
        see('class', async () => {
          const { cancelledDates } = await owner.api.scheduling.classes.get({ id: classId });
          return { [`cancelled of ${classId}`]: cancelledDates.map(({ date }) => date) };
        }),
      ]),
    ];
    return { add: [pay, enroll, cancel, addRule], see: looks };
  }
});

const everyDay = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const nothing = (): Sees => ({});

/** Adds and looks at random and at once, and once more at everything when all is done. */
async function record({ add, see }: Acts, random: Random): Promise<Step[]> {
  const history: Step[] = [];
  let asked = 0;
  let moment = 0;
  const run = async ({ name, adds, ask }: Act) => {
    const begin = (moment += 1);
    const sees = await ask();
    history.push({ name, adds, sees, begin, end: (moment += 1) });
  };
  const lane = async () => {
    while (asked < inOneHistory - see.length) {
      asked += 1;
      await run(random.chance(0.5) ? random.pick(add)(asked) : random.pick(see));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  for (const look of see) await run(look);
  return history;
}
