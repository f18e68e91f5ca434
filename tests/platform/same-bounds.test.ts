import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass } from '#tests/support/factories.ts';
import { classOn, logClass, makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { useTestApp, type Actor } from '#tests/support/test-app.ts';

// What the schemas take, for forms and procedures alike, the tables take too; what they refuse, the tables refuse as well,
// whoever writes to them. What only the schemas know is marked.

const app = useTestApp();

type Field = {
  table: string;
  column: string;
  /** At the edge of what is right. */
  right: unknown[];
  /** One step beyond it. */
  wrong: unknown[];
  /** Wrong, but stored by who gets past the schemas: no sum or time comes out wrong by it. */
  refusedBefore?: unknown[];
  /** The same value as the API takes it. */
  save: (value: never) => Promise<unknown>;
  /** How the table holds it. */
  stored?: (value: never) => unknown;
};

const text = (max: number) => ({
  right: ['x', 'x'.repeat(max), 'é'.repeat(max)],
  wrong: ['', 'x'.repeat(max + 1)],
  refusedBefore: [' ', '\u0007'],
});
const notes = { right: [null, 'x'.repeat(2000)], wrong: ['x'.repeat(2001)], refusedBefore: ['\u0007'] };
const optional = (max: number) => ({
  right: [null, 'x'.repeat(max)],
  wrong: ['x'.repeat(max + 1)],
  refusedBefore: ['\u0007'],
});
const email = {
  right: [null, 'x@example.com', `${'x'.repeat(242)}@example.com`],
  wrong: [`${'x'.repeat(243)}@example.com`],
  refusedBefore: ['example.com', 'é@example.com'],
};
const money = { right: [0, 1, 999_999_999], wrong: [-1, 1_000_000_000, 0.5] };
const day = { right: ['1900-01-01', '2026-11-20'], wrong: ['1899-12-31', '2026-02-30'] };

let owner: Actor;
let ids: Record<string, string>;
let fields: Field[];

beforeAll(async () => {
  owner = (await app.studio()).owner;
  const { api } = owner;
  const stage = await makeStage(app, owner);
  const classId = await makeClass(app, owner, {
    ...stage,
    daysOfWeek: [1],
    startTime: '05:00',
    endTime: '06:00',
  });
  const paid = await makeSubscription(app, owner, { classId });
  await makeRegistration(app, owner, paid);
  const elsewhere = await makeStage(app, owner);
  const session = await api.scheduling.oneOffs.create(oneOffOn(elsewhere));
  const held = await api.scheduling.oneOffs.create(oneOffOn(elsewhere, { sessionDate: '2026-11-20' }));
  const log = await logClass(owner, classId, '2026-11-16');
  const lead = await api.leads.create({ fullName: 'Lead', age: 5 });
  const teacher = await api.people.instructors.create({
    fullName: 'Paid Teacher',
    payTerms: { paymentType: 'hybrid', fixedSalaryCents: 1, ratePerClassCents: 1, percentageRate: 1 },
  });
  ids = {
    classes: classId,
    subscriptions: paid.id,
    one_off_sessions: session.id,
    attendance_sessions: log.id,
    dance_types: stage.danceTypeId,
    inquiries: lead.id,
    pay_terms: teacher.id,
    profiles: paid.studentId,
    classrooms: stage.roomId,
    organizations: owner.organizationId,
  };
  const versionIn = async (table: string) => {
    const [row] = await app.database.readTenant(
      owner,
      () =>
        sql<{
          version: number;
        }>`select version from ${sql.table(table)} where ${sql.ref(table === 'pay_terms' ? 'profile_id' : 'id')} = ${ids[table]}`,
    );
    return row?.version ?? 0;
  };
  const saving =
    <Edit>(table: string, base: Omit<Edit, 'id' | 'version'>, update: (edit: Edit) => Promise<unknown>) =>
    (name: keyof Edit) =>
    async (value: never) =>
      await update({ ...base, id: ids[table], version: await versionIn(table), [name]: value } as Edit);
  const ofClass = saving(
    'classes',
    classOn(stage, { daysOfWeek: ['Monday'], startTime: '05:00', endTime: '06:00' }),
    api.scheduling.classes.update,
  );
  const ofPayment = saving(
    'subscriptions',
    {
      classId,
      startDate: '2026-10-01',
      endDate: '2026-12-31',
      amountPaidCents: 1,
      numberOfSessions: 1,
      paymentFor: 'renewal',
      paidOn: '2026-11-20',
      status: 'active',
    },
    api.payments.update,
  );
  const ofSession = saving('one_off_sessions', oneOffOn(elsewhere), api.scheduling.oneOffs.update);
  const ofLog = saving('attendance_sessions', { entries: [] }, api.attendance.correct);
  const ofRoom = saving('classrooms', { name: 'Room' }, api.catalog.classrooms.update);
  const ofDanceType = saving('dance_types', { name: 'Style' }, api.catalog.danceTypes.update);
  const ofLead = saving('inquiries', { fullName: 'Lead', age: 5, status: 'new' }, api.leads.update);
  const ofStudent = saving('profiles', { fullName: 'Student' }, api.people.students.update);
  const ofTeacher = (name: string) => async (value: never) =>
    await api.people.instructors.update({
      id: teacher.id,
      version: (await api.people.instructors.get({ id: teacher.id })).version,
      fullName: 'Paid Teacher',
      payTerms: {
        paymentType: 'hybrid',
        fixedSalaryCents: 1,
        ratePerClassCents: 1,
        percentageRate: 1,
        [name]: value,
      },
    });
  // One still to come takes no outcome but Cancelled.
  const ofHeld = (name: string) => async (value: never) => {
    const { version } = await api.attendance.outcome.get({ id: held.id });
    return await api.attendance.outcome.log({ id: held.id, version, [name]: value });
  };
  const numbers = { Monday: 1, Tuesday: 2, Sunday: 7 } as Record<string, number>;
  fields = [
    { table: 'classes', column: 'name', ...text(120), save: ofClass('name') },
    {
      table: 'classes',
      column: 'class_type',
      right: ['Group', 'Private'],
      wrong: ['Duo', ''],
      save: ofClass('classType'),
    },
    {
      table: 'classes',
      column: 'start_time',
      right: ['00:00', '05:59'],
      wrong: ['06:00', '07:00', '25:00'],
      save: ofClass('startTime'),
    },
    {
      table: 'classes',
      column: 'end_time',
      right: ['05:01', '23:59'],
      wrong: ['05:00', '04:00', '25:00'],
      refusedBefore: ['24:00'],
      save: ofClass('endTime'),
    },
    {
      table: 'classes',
      column: 'session_start_date',
      right: ['1900-01-01', '2199-12-01'],
      wrong: ['1899-12-31', '2200-01-01', '2026-02-30'],
      save: ofClass('sessionStartDate'),
    },
    {
      table: 'classes',
      column: 'session_end_date',
      right: [null, '2026-09-07', '2199-12-31'],
      wrong: ['2026-08-31', '2200-01-01'],
      save: ofClass('sessionEndDate'),
    },
    {
      table: 'classes',
      column: 'days_of_week',
      right: [['Monday'], ['Monday', 'Sunday']],
      wrong: [[], ['Holiday'], ['Monday', 'Monday']],
      save: ofClass('daysOfWeek'),
      stored: (days: string[]) => days.map((each) => numbers[each] ?? 8),
    },
    { table: 'subscriptions', column: 'amount_paid_cents', ...money, save: ofPayment('amountPaidCents') },
    {
      table: 'subscriptions',
      column: 'number_of_sessions',
      right: [1, 10_000],
      wrong: [0, -1, 10_001, 2 ** 31],
      save: ofPayment('numberOfSessions'),
    },
    { table: 'subscriptions', column: 'start_date', ...day, save: ofPayment('startDate') },
    {
      table: 'subscriptions',
      column: 'end_date',
      right: ['2026-10-01', '2199-12-31'],
      wrong: ['2026-09-30', '2200-01-01'],
      save: ofPayment('endDate'),
    },
    {
      table: 'subscriptions',
      column: 'paid_on',
      ...day,
      refusedBefore: ['2026-12-01'],
      save: ofPayment('paidOn'),
    },
    {
      table: 'subscriptions',
      column: 'status',
      right: ['active', 'expired', 'cancelled'],
      wrong: ['paused'],
      save: ofPayment('status'),
    },
    {
      table: 'subscriptions',
      column: 'payment_for',
      right: ['new_class', 'renewal'],
      wrong: ['gift', ''],
      save: ofPayment('paymentFor'),
    },
    {
      table: 'subscriptions',
      column: 'subscription_type',
      right: ['session_based', 'time_based'],
      wrong: ['endless', ''],
      save: ofPayment('subscriptionType'),
    },
    { table: 'subscriptions', column: 'payment_notes', ...notes, save: ofPayment('paymentNotes') },
    {
      table: 'one_off_sessions',
      column: 'price_cents',
      right: [null, 0, 999_999_999],
      wrong: [-1, 1_000_000_000, 0.5],
      save: ofSession('priceCents'),
    },
    {
      table: 'one_off_sessions',
      column: 'session_date',
      right: ['1900-01-01', '2199-12-31'],
      wrong: ['1899-12-31', '2200-01-01'],
      save: ofSession('sessionDate'),
    },
    {
      table: 'one_off_sessions',
      column: 'session_type',
      right: ['Private', 'Catch-up', 'Tryout'],
      wrong: ['Workshop', ''],
      save: ofSession('sessionType'),
    },
    {
      table: 'one_off_sessions',
      column: 'start_time',
      right: ['00:00', '17:59'],
      wrong: ['18:00', '19:00', '25:00'],
      save: ofSession('startTime'),
    },
    {
      table: 'one_off_sessions',
      column: 'outcome',
      right: ['Completed', 'No Show', 'Cancelled'],
      wrong: ['Late', ''],
      save: ofHeld('outcome'),
    },
    { table: 'one_off_sessions', column: 'outcome_notes', ...notes, save: ofHeld('notes') },
    {
      table: 'one_off_sessions',
      column: 'end_time',
      right: ['17:01', '23:59'],
      wrong: ['17:00'],
      refusedBefore: ['24:00'],
      save: ofSession('endTime'),
    },
    {
      table: 'attendance_sessions',
      column: 'status',
      right: ['Completed', 'Cancelled'],
      wrong: ['No Show', ''],
      save: ofLog('status'),
    },
    { table: 'attendance_sessions', column: 'notes', ...notes, save: ofLog('notes') },
    { table: 'classrooms', column: 'name', ...text(80), save: ofRoom('name') },
    { table: 'dance_types', column: 'name', ...text(80), save: ofDanceType('name') },
    { table: 'inquiries', column: 'full_name', ...text(120), save: ofLead('fullName') },
    { table: 'inquiries', column: 'age', right: [1, 120], wrong: [0, 121, 1.5], save: ofLead('age') },
    {
      table: 'inquiries',
      column: 'gender',
      right: ['Male', 'Female', null],
      wrong: ['Other'],
      save: ofLead('gender'),
    },
    { table: 'inquiries', column: 'email', ...email, save: ofLead('email') },
    { table: 'inquiries', column: 'phone_number', ...optional(40), save: ofLead('phoneNumber') },
    { table: 'inquiries', column: 'lead_source', ...optional(120), save: ofLead('leadSource') },
    {
      table: 'inquiries',
      column: 'dance_type_interest',
      ...optional(200),
      save: ofLead('danceTypeInterest'),
    },
    { table: 'inquiries', column: 'availability_notes', ...notes, save: ofLead('availabilityNotes') },
    {
      table: 'inquiries',
      column: 'status',
      right: ['contacted', 'new'],
      wrong: ['lost'],
      save: ofLead('status'),
    },
    { table: 'profiles', column: 'full_name', ...text(120), save: ofStudent('fullName') },
    {
      table: 'profiles',
      column: 'date_of_birth',
      ...day,
      refusedBefore: ['2026-12-01'],
      save: ofStudent('dateOfBirth'),
    },
    { table: 'profiles', column: 'email', ...email, save: ofStudent('email') },
    {
      table: 'profiles',
      column: 'gender',
      right: ['Male', 'Female', null],
      wrong: ['Other'],
      save: ofStudent('gender'),
    },
    { table: 'profiles', column: 'phone_number', ...optional(40), save: ofStudent('phoneNumber') },
    { table: 'pay_terms', column: 'fixed_salary_cents', ...money, save: ofTeacher('fixedSalaryCents') },
    { table: 'pay_terms', column: 'rate_per_class_cents', ...money, save: ofTeacher('ratePerClassCents') },
    {
      table: 'pay_terms',
      column: 'percentage_rate',
      right: [0, 100, 12.34],
      wrong: [-0.01, 100.01, 100.005],
      refusedBefore: [12.345],
      save: ofTeacher('percentageRate'),
    },
    {
      table: 'organizations',
      column: 'name',
      ...text(120),
      save: async (name: never) => {
        const { id, version } = await api.organization.get();
        return api.organization.update({ id, version, name, timeZone: 'UTC' });
      },
    },
  ];
});

describe('every bound of a field', () => {
  it('is the same for who asks and for the table', async () => {
    const verdicts: string[] = [];
    for (const field of fields) {
      const { table, column, right, wrong, refusedBefore = [] } = field;
      const judge = async (value: unknown, expected: string) => {
        const verdict = `${await bySchema(field, value)} and ${await byTable(field, value)}`;
        if (verdict !== expected)
          verdicts.push(`${table}.${column} ${JSON.stringify(value).slice(0, 40)}: ${verdict}`);
      };
      for (const value of right) await judge(value, 'taken and taken');
      for (const value of wrong) await judge(value, 'refused and refused');
      for (const value of refusedBefore) await judge(value, 'refused and taken');
    }
    expect(verdicts).toEqual([]);
  });
});

async function bySchema({ save }: Field, value: unknown): Promise<string> {
  return await save(value as never).then(
    () => 'taken',
    (error: unknown) => ((error as { status?: number }).status === 400 ? 'refused' : String(error)),
  );
}

/** What the table says as the role that requests run as; nothing of it stays. */
async function byTable({ table, column, stored }: Field, value: unknown): Promise<string> {
  const kept = stored ? stored(value as never) : value;
  const key = table === 'pay_terms' ? 'profile_id' : 'id';
  const undone = new Error('undone');
  const tried = app.database.inTenant(owner, async (db) => {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${kept} where ${sql.ref(key)} = ${ids[table]}`.execute(
      db,
    );
    throw undone;
  });
  const error = await tried.catch((thrown: unknown) => thrown);
  if (error === undone) return 'taken';
  const { code = '' } = error as { code?: string };
  // A check, no value of its type, or the same day held twice.
  return /^(23514|23P01|22\w{3})$/.test(code) ? 'refused' : String(error);
}
