import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openRandom } from '#server/demo/random.ts';
import { addDays } from '#shared/local-date.ts';
import { makeRegistration, makeSubscription } from '#tests/support/enrollment-factories.ts';
import { makeClass, makeInquiry, makeStudent } from '#tests/support/factories.ts';
import { countByHand, figuresByHand, rangeBefore } from '#tests/support/insights-by-hand.ts';
import { fillRandomly, readRaw } from '#tests/support/random-studio.ts';
import { makeStage, oneOffOn } from '#tests/support/schedule.ts';
import { bookOneOff } from '#features/scheduling/sql.ts';
import type { Metric } from '#features/insights/schema.ts';
import { refused, testToday, useTestApp } from '#tests/support/test-app.ts';

const app = useTestApp();
const range = { startDate: '2026-11-01', endDate: '2026-11-30' };
const randomStudios = process.env['ATTACKS'] === 'all' ? 10_000 : 40;
const zones = [
  'America/New_York',
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'Pacific/Apia',
  // Summer time of half an hour, a midnight that comes twice, and the days that begin last and first. Not Africa/Casablanca:
  // Morocco left its time in 2026, which not every server knows.
  'Australia/Lord_Howe',
  'America/Havana',
  'Pacific/Pago_Pago',
  'Pacific/Kiritimati',
];
const months = [
  { startDate: '2026-09-01', endDate: '2026-10-31' },
  { startDate: '2026-10-01', endDate: '2026-10-31' },
  range,
];

describe('insights', () => {
  // Several at once: studios are apart, and each spends most of its time waiting for the database.
  it.concurrent.each(Array.from({ length: randomStudios }, (_, seed) => seed))(
    'equal a plain count over random studio %i',
    async (seed) => {
      const random = openRandom(seed);
      const timeZone = random.pick(zones);
      const { owner } = await app.studio({ timeZone });
      await fillRandomly(app, owner, random);
      const studio = await readRaw(app, owner);
      for (let nth = 0; nth < 3; nth++) {
        const day = addDays(testToday, random.whole(-60, 20));
        const drawn = { startDate: day, endDate: addDays(day, random.pick([0, 1, 5, 29, 90])) };
        const { startDate, endDate } = random.chance(0.25) ? random.pick(months) : drawn;
        const found = await owner.api.insights.get({ startDate, endDate });
        const { leadSources, days, workload, popular, revenueByClass, ...figures } = countByHand(
          studio,
          startDate,
          endDate,
          timeZone,
        );
        expect(found).toMatchObject(figures);
        expect(byName(found.topLeadSources, 'source', 'count')).toEqual(leadSources);
        expect(byName(found.busiestDays, 'day', 'count')).toEqual(days);
        expect(byName(found.instructorWorkload, 'instructorName', 'sessionCount')).toEqual(workload);
        expect(found.mostPopularClasses).toMatchObject(popular);
        expect(byName(found.revenueByClass, 'className', 'totalRevenueCents')).toEqual(revenueByClass);
        const before = rangeBefore(startDate, endDate);
        const figuresBefore = figuresByHand(studio, before.startDate, before.endDate, timeZone);
        expect(found.previous).toEqual({ ...before, ...figuresBefore });
      }
    },
  );

  it('lead to as many rows as they count', async () => {
    const { owner } = await app.studio();
    await fillRandomly(app, owner, openRandom(74));
    const found = await owner.api.insights.get(range);
    for (const metric of [
      'activeStudents',
      'newInquiries',
      'totalRenewals',
      'completedTryouts',
      'tryoutsScheduled',
      'convertedToStudent',
      'totalClasses',
      'totalCompletedSessions',
      'totalEnrollments',
    ] as const) {
      expect(await owner.api.insights.rows({ metric, ...range }), metric).toHaveLength(found[metric]);
    }
    const paid = await owner.api.insights.rows({ metric: 'totalRevenue', ...range });
    expect(paid.reduce((total, { amountCents }) => total + (amountCents ?? 0), 0)).toBe(
      found.totalRevenueCents,
    );
  });

  it('tell of a tryout what was paid for it, and not its price before it is', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const tryout = { sessionType: 'Tryout', sessionDate: testToday, priceCents: 2_500 } as const;
    const times = [
      { isPaid: true, startTime: '08:00', endTime: '09:00' },
      { isPaid: false, startTime: '09:00', endTime: '10:00' },
    ];
    await app.database.inTenant(owner, async (db) => {
      for (const time of times) await bookOneOff(db, oneOffOn(stage, { ...tryout, ...time }), testToday);
      await db.updateTable('oneOffSessions').set({ outcome: 'Completed' }).execute();
    });
    expect((await owner.api.insights.get(range)).tryoutRevenueCents).toBe(2_500);
    const rows = await owner.api.insights.rows({ metric: 'completedTryouts', ...range });
    expect(new Set(rows.map(({ amountCents }) => amountCents))).toEqual(new Set([2_500, null]));
  });

  it('name first the class that earned most, then by name', async () => {
    const { owner } = await app.studio();
    const earned = { Adagio: 1000, tango: 9000, Waltz: 5000, Ballet: 5000 };
    for (const [name, amountPaidCents] of Object.entries(earned)) {
      const classId = await makeClass(app, owner, { name });
      await makeSubscription(app, owner, { classId, amountPaidCents, paidOn: testToday });
    }
    const { revenueByClass } = await owner.api.insights.get(range);
    expect(revenueByClass.map(({ className }) => className)).toEqual(['tango', 'Ballet', 'Waltz', 'Adagio']);
  });

  it('tell classes of one name apart, such as one that went on at another time', async () => {
    const { owner } = await app.studio();
    const before = await makeClass(app, owner, { name: 'Ballet', daysOfWeek: [1] });
    const after = await makeClass(app, owner, { name: 'Ballet', daysOfWeek: [4] });
    for (const classId of [before, before, after]) {
      const paid = { classId, amountPaidCents: 5000, paidOn: testToday };
      const { studentId } = await makeSubscription(app, owner, paid);
      await owner.api.enrollment.enroll({ classId, studentId });
    }
    const { revenueByClass, mostPopularClasses } = await owner.api.insights.get(range);
    for (const panel of [revenueByClass, mostPopularClasses])
      expect(panel.map(({ className }) => className)).toEqual([
        'Ballet · Mon, 5:00 – 6:00 PM',
        'Ballet · Thu, 5:00 – 6:00 PM',
      ]);
  });

  it('count nobody as enrolled in a class that was deleted', async () => {
    const { owner } = await app.studio();
    await fillRandomly(app, owner, openRandom(74));
    const { totalEnrollments, mostPopularClasses } = await owner.api.insights.get(range);
    const [deleted] = mostPopularClasses;
    if (!deleted) throw new Error('the studio has classes with students');
    await owner.api.scheduling.classes.delete({ id: deleted.classId });
    const left = totalEnrollments - deleted.enrollmentCount;
    expect((await owner.api.insights.get(range)).totalEnrollments).toBe(left);
    expect(await owner.api.insights.rows({ metric: 'totalEnrollments', ...range })).toHaveLength(left);
  });

  it('count nobody as enrolled in a class from the day after its last', async () => {
    const { owner } = await app.studio({ timeZone: 'Pacific/Auckland' });
    const studentId = await makeStudent(app, owner);
    // It is the 22nd in Auckland.
    const terms = [
      { name: 'Over', sessionEndDate: '2026-11-21' },
      { name: 'Last day', sessionEndDate: '2026-11-22' },
      { name: 'Soon', sessionStartDate: '2027-01-04', sessionEndDate: '2027-03-31' },
    ];
    for (const term of terms) {
      const classId = await makeClass(app, owner, term);
      await makeRegistration(app, owner, { studentId, classId });
    }
    const { totalEnrollments, mostPopularClasses } = await owner.api.insights.get(range);
    expect(totalEnrollments).toBe(2);
    expect(mostPopularClasses.map(({ className }) => className)).toEqual(['Last day', 'Soon']);
    const counted = await owner.api.insights.rows({ metric: 'totalEnrollments', ...range });
    expect(counted).toHaveLength(2);
    expect(counted.map(({ detail }) => detail)).not.toContain('Over');
  });

  it('lead to what a deleted student paid, from no other row of theirs, and to no deleted class', async () => {
    const { owner } = await app.studio();
    const paid = await makeSubscription(app, owner, { paidOn: testToday });
    const inquiryId = await makeInquiry(app, owner);
    const { studentId: left } = await owner.api.enrollment.enrollStudent({
      studentDetails: { fullName: 'Lena Left' },
      enrollmentItems: [
        {
          classId: paid.classId,
          startDate: testToday,
          endDate: '2026-12-20',
          amountPaidCents: 6000,
          numberOfSessions: 4,
        },
      ],
      inquiryId,
    });
    const paidTryout = oneOffOn(await makeStage(app, owner), {
      sessionType: 'Tryout',
      sessionDate: '2026-11-20',
      priceCents: 2_500,
      isPaid: true,
      studentId: left,
    });
    await app.database.inTenant(owner, async (db) => {
      await bookOneOff(db, paidTryout, paidTryout.sessionDate);
      await db.updateTable('oneOffSessions').set({ outcome: 'Completed' }).execute();
    });
    await owner.api.enrollment.deleteStudent({ id: left });
    const leadsTo = async (metric: Metric) =>
      (await owner.api.insights.rows({ metric, ...range })).map(
        ({ studentId, classId }) => studentId ?? classId,
      );
    expect(await leadsTo('totalRevenue')).toEqual([left, paid.studentId, null]);
    expect(new Set(await leadsTo('activeStudents'))).toEqual(new Set([left, paid.studentId]));
    expect(await leadsTo('completedTryouts')).toEqual([null]);
    expect(await leadsTo('tryoutRevenue')).toEqual([null]);
    expect(await leadsTo('newInquiries')).toEqual([null]);
    expect(await leadsTo('totalClasses')).toEqual([paid.classId]);
    expect((await owner.api.insights.get(range)).revenueByClass).toMatchObject([{ isDeleted: false }]);
    await owner.api.scheduling.classes.delete({ id: paid.classId });
    expect(await leadsTo('totalClasses')).toEqual([null]);
    expect((await owner.api.insights.get(range)).revenueByClass).toMatchObject([{ isDeleted: true }]);
  });

  it('say times and statuses in the rows behind a number as the screens do', async () => {
    const { owner } = await app.studio();
    const starts = { Early: ['09:05', '10:00'], Late: ['17:00', '18:30'], Over: ['11:30', '12:30'] } as const;
    for (const [name, [startTime, endTime]] of Object.entries(starts))
      await makeClass(app, owner, { name, startTime, endTime });
    await makeInquiry(app, owner, { leadSource: 'Instagram' });
    const details = async (metric: Metric) =>
      (await owner.api.insights.rows({ metric, ...range })).map(({ detail }) => detail);
    expect(await details('totalClasses')).toEqual([
      '9:05 – 10:00 AM',
      '5:00 – 6:30 PM',
      '11:30 AM – 12:30 PM',
    ]);
    expect(await details('newInquiries')).toEqual(['New, Instagram']);
  });

  it('say in the rows which payment was cancelled, though it counts', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner, { name: 'Ballet' });
    const paid = { classId, paymentFor: 'renewal', paidOn: testToday, amountPaidCents: 1000 } as const;
    await makeSubscription(app, owner, paid);
    await makeSubscription(app, owner, { ...paid, status: 'cancelled' });
    expect(await owner.api.insights.get(range)).toMatchObject({ totalRevenueCents: 2000, totalRenewals: 2 });
    for (const metric of ['totalRevenue', 'totalRenewals'] as const) {
      const rows = await owner.api.insights.rows({ metric, ...range });
      const details = new Set(rows.map(({ detail }) => detail));
      expect(details).toEqual(new Set(['Ballet, renewal', 'Ballet, renewal, cancelled']));
    }
  });

  it('say in the rows which paid session was cancelled, though it counts', async () => {
    const { owner } = await app.studio();
    const stage = await makeStage(app, owner);
    const { oneOffs } = owner.api.scheduling;
    const { id } = await oneOffs.create(
      oneOffOn(stage, { sessionDate: testToday, priceCents: 4000, isPaid: true }),
    );
    await oneOffs.cancel({ id });
    const rows = await owner.api.insights.rows({ metric: 'totalRevenue', ...range });
    expect(rows).toMatchObject([{ detail: 'One-Time Private, cancelled', amountCents: 4000 }]);
  });

  it('count subscriptions of a student in words', async () => {
    const { owner } = await app.studio();
    const { studentId } = await makeSubscription(app, owner);
    const details = async () =>
      (await owner.api.insights.rows({ metric: 'activeStudents', ...range })).map(({ detail }) => detail);
    expect(await details()).toEqual(['1 subscription']);
    await makeSubscription(app, owner, { studentId });
    expect(await details()).toEqual(['2 subscriptions']);
  });

  it('lead to the rows of one bar', async () => {
    const { owner } = await app.studio();
    await fillRandomly(app, owner, openRandom(74));
    const found = await owner.api.insights.get(range);
    const rows = (metric: Metric, only: string) => owner.api.insights.rows({ metric, only, ...range });
    for (const { source, count } of found.topLeadSources)
      expect(await rows('newInquiries', source), source).toHaveLength(count);
    for (const { day, count } of found.busiestDays)
      expect(await rows('totalCompletedSessions', day), day).toHaveLength(count);
    for (const { instructorId, sessionCount } of found.instructorWorkload)
      expect(await rows('totalCompletedSessions', instructorId)).toHaveLength(sessionCount);
    for (const { classId, enrollmentCount } of found.mostPopularClasses)
      expect(await rows('totalEnrollments', classId)).toHaveLength(enrollmentCount);
    for (const { classId, totalRevenueCents } of found.revenueByClass) {
      const paid = await rows('totalRevenue', classId);
      expect(paid.reduce((total, { amountCents }) => total + (amountCents ?? 0), 0)).toBe(totalRevenueCents);
    }
  });

  it('count lead sources that look alike as one, under the spelling used most', async () => {
    const { owner } = await app.studio();
    const spelled = [
      ['Instagram', 'instagram', ' instagram'],
      ['Word of mouth', 'Word of mouth', 'word  of\u00a0mouth'],
      ['Café', 'Cafe\u0301', 'CAFÉ', 'Café'],
      [null, '', 'unknown', 'unknown', 'unknown'],
    ];
    for (const leadSource of spelled.flat()) await makeInquiry(app, owner, { leadSource });
    expect((await owner.api.insights.get(range)).topLeadSources).toEqual([
      { source: 'Unknown', count: 5 },
      { source: 'Café', count: 4 },
      { source: 'instagram', count: 3 },
      { source: 'Word of mouth', count: 3 },
    ]);
    const rows = (only: string) => owner.api.insights.rows({ metric: 'newInquiries', only, ...range });
    for (const [only, count] of Object.entries({ Unknown: 5, Café: 4, Instagram: 3, 'word of mouth': 3 }))
      expect([only, (await rows(only)).length]).toEqual([only, count]);
  });

  it('compare a month with the month before: one with a fee on each first earned the same', async () => {
    const { owner } = await app.studio();
    const { studentId, classId } = await makeSubscription(app, owner, { paidOn: '2026-01-01' });
    for (const paidOn of ['2026-02-01', '2026-03-01'])
      await makeSubscription(app, owner, { studentId, classId, paidOn });
    for (const month of [
      { startDate: '2026-02-01', endDate: '2026-02-28' },
      { startDate: '2026-03-01', endDate: '2026-03-31' },
    ]) {
      const { totalRevenueCents, previous } = await owner.api.insights.get(month);
      expect([month, previous.totalRevenueCents]).toEqual([month, totalRevenueCents]);
    }
  });

  it('are asked for in order and for ten years at most, with the rows behind them', async () => {
    const { owner } = await app.studio();
    for (const wrong of [
      { startDate: '2026-11-02', endDate: '2026-11-01' },
      { startDate: '2016-01-01', endDate: '2026-11-01' },
    ]) {
      await refused(owner.api.insights.get(wrong), 400);
      await refused(owner.api.insights.rows({ metric: 'totalRevenue', ...wrong }), 400);
    }
  });

  it('are empty for a studio without anything', async () => {
    const { owner } = await app.studio();
    expect(await owner.api.insights.get(range)).toMatchObject({
      totalRevenueCents: 0,
      conversionRate: 0,
      topLeadSources: [],
      revenueByClass: [],
    });
  });

  it('are for owner and admin of the studio', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const other = await app.studio();
    await makeClass(app, owner);
    expect(await admin.api.insights.get(range)).toMatchObject({ totalClasses: 1 });
    expect(await other.owner.api.insights.get(range)).toMatchObject({ totalClasses: 0 });
    for (const actor of [staff, instructor, student]) {
      await refused(actor.api.insights.get(range), 403);
      await refused(actor.api.insights.rows({ metric: 'totalRevenue', ...range }), 403);
    }
    await refused(app.visitor.insights.get(range), 401);
  });

  it('count a class up to the day of the studio on which it was deleted', async () => {
    const { owner } = await app.studio();
    const classId = await makeClass(app, owner, { daysOfWeek: [1, 2, 3, 4, 5, 6, 7] });
    const count = async () => (await owner.api.insights.get(range)).totalClasses;
    const deleteAt = (archivedAt: string) =>
      app.database.inTenant(owner, (db) =>
        db.updateTable('classes').set({ archivedAt }).where('id', '=', classId).execute(),
      );
    await deleteAt('2026-11-01T05:00Z');
    expect(await count()).toBe(1);
    // Still the last of October in New York.
    await deleteAt('2026-11-01T03:00Z');
    expect(await count()).toBe(0);
  });

  it('count an inquiry of the hour after midnight on its day, also where that hour comes twice', async () => {
    const { owner } = await app.studio({ timeZone: 'America/Havana' });
    // In Havana the first of November begins, and an hour later begins again.
    for (const createdAt of ['2026-11-01T03:59Z', '2026-11-01T04:30Z', '2026-11-01T05:30Z'])
      await makeInquiry(app, owner, { createdAt });
    const october = { startDate: '2026-10-01', endDate: '2026-10-31' };
    expect((await owner.api.insights.get(range)).newInquiries).toBe(2);
    expect((await owner.api.insights.get(october)).newInquiries).toBe(1);
    const days = (await owner.api.insights.rows({ metric: 'newInquiries', ...range })).map(({ day }) => day);
    expect(days).toEqual(['2026-11-01', '2026-11-01']);
  });

  it('lead to the newest rows, to all of them for who asks', async () => {
    const { owner } = await app.studio();
    await app.database.inTenant(owner, (db) =>
      sql`insert into inquiries (full_name, created_at)
        select 'Lead ' || n, timestamptz '2026-11-01 12:00Z' + n * interval '1 minute' from generate_series(1, 501) n`.execute(
        db,
      ),
    );
    const rows = async (limit?: number) =>
      owner.api.insights.rows({ metric: 'newInquiries', ...range, ...(limit ? { limit } : {}) });
    expect(await rows()).toHaveLength(500);
    expect(await rows(50_000)).toHaveLength(501);
    await refused(rows(50_001), 400);
  });

  it('name the date that is wrong', async () => {
    const { owner } = await app.studio();
    const backwards = await refused(
      owner.api.insights.get({ startDate: '2026-12-01', endDate: '2026-11-01' }),
      400,
    );
    expect(backwards.data).toMatchObject({
      issues: [{ path: ['startDate'], message: 'The start date must not be after the end date.' }],
    });
    await refused(owner.api.insights.get({ startDate: '2026-02-30', endDate: '2026-11-01' }), 400);
    await refused(owner.api.insights.get({ startDate: '1950-01-01', endDate: '2026-11-01' }), 400);
    await refused(owner.api.insights.rows({ metric: 'secrets' as never, ...range }), 400);
  });
});

function byName(
  items: readonly Record<string, unknown>[],
  name: string,
  count: string,
): Record<string, unknown> {
  return Object.fromEntries(items.map((item) => [String(item[name]), item[count]]));
}
