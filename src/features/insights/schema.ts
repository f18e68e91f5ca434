import * as z from 'zod/mini';
import { filedAtMost, shownAtMost } from '#features/insights/rules.ts';
import { id, localDate, optionalText, wholeNumber } from '#shared/fields.ts';
import { daysBetween, type LocalDate } from '#shared/local-date.ts';

/** The longest range one report covers: ten years and their leap days. */
const longestDays = 3660;

/** A range of days, both included, in the studio's zone. */
const days = { startDate: localDate('Choose a start date.'), endDate: localDate('Choose an end date.') };
type Days = { startDate: LocalDate; endDate: LocalDate };

const isInOrder = z.refine<Days>(({ startDate, endDate }) => startDate <= endDate, {
  message: 'The start date must not be after the end date.',
  path: ['startDate'],
});
const isShortEnough = z.refine<Days>(
  ({ startDate, endDate }) => daysBetween(startDate, endDate) <= longestDays,
  { message: 'Choose a range of at most ten years.', path: ['endDate'] },
);

export const insightsInput = z.strictObject(days).check(isInOrder, isShortEnough);

/** The numbers that lead to the rows behind them. */
const metrics = [
  'totalRevenue',
  'activeStudents',
  'newInquiries',
  'totalRenewals',
  'completedTryouts',
  'tryoutRevenue',
  'tryoutsScheduled',
  'convertedToStudent',
  'totalClasses',
  'totalCompletedSessions',
  'totalEnrollments',
] as const;
export type Metric = (typeof metrics)[number];

export const insightsRowsInput = z
  .strictObject({
    metric: z.enum(metrics, 'Choose one of the numbers of the report.'),
    /** Only the rows of one bar: a class's or an instructor's id, a lead source, a weekday. */
    only: optionalText(200),
    limit: z._default(wholeNumber(1, filedAtMost, 'Ask for 1 to 50,000 rows at once.'), shownAtMost),
    ...days,
  })
  .check(isInOrder, isShortEnough);

export const activityInput = z
  .strictObject({ instructorId: id('Choose an instructor.'), ...days })
  .check(isInOrder, isShortEnough);

/** Spec §3: what an instructor taught in a range of days. */
export type InstructorActivity = {
  totalClasses: number;
  groupClasses: number;
  privateClasses: number;
  tryoutClasses: number;
};

/** The figures that are compared with the period before. */
export type Figures = {
  totalRevenueCents: number;
  activeStudents: number;
  newInquiries: number;
  totalRenewals: number;
  completedTryouts: number;
  tryoutRevenueCents: number;
  tryoutsScheduled: number;
  convertedToStudent: number;
  totalCompletedSessions: number;
};

/** Spec §3: the insights result. Money in minor units. */
export type Insights = Figures & {
  totalInquiries: number;
  conversionRate: number;
  topLeadSources: { source: string; count: number }[];
  busiestDays: { day: string; count: number }[];
  mostPopularClasses: { classId: string; className: string; enrollmentCount: number }[];
  instructorWorkload: { instructorId: string; instructorName: string; sessionCount: number }[];
  revenueByClass: { classId: string; className: string; isDeleted: boolean; totalRevenueCents: number }[];
  totalClasses: number;
  totalEnrollments: number;
  totalInstructors: number;
  previous: Figures & { startDate: string; endDate: string; conversionRate: number };
};
