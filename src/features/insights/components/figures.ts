import type { Figures, Insights, Metric } from '#features/insights/schema.ts';
import { formatMoney } from '#shared/money.ts';

type Key = {
  [Name in keyof Insights]: Insights[Name] extends number ? Name : never;
}[keyof Insights];

/** One number of the report: its words, where its value is, and the rows it leads to. */
export type Figure = {
  metric: Metric;
  label: string;
  /** What it counts, in a sentence or two. */
  about: string;
  value: Key;
  /** The same figure of the period before; null for those that have no period. */
  before: keyof Figures | null;
  isMoney?: true;
};

/** The cards on top, in the order of spec §2. */
export const headlineFigures: readonly Figure[] = [
  {
    metric: 'totalRevenue',
    label: 'Total Revenue',
    about:
      'All payments made in this period, and the prices of paid one-time sessions dated in it, also where they were cancelled.',
    value: 'totalRevenueCents',
    before: 'totalRevenueCents',
    isMoney: true,
  },
  {
    metric: 'activeStudents',
    label: 'Active Students',
    about: 'Students with a subscription that covers at least one day of this period and was not cancelled.',
    value: 'activeStudents',
    before: 'activeStudents',
  },
  {
    metric: 'newInquiries',
    label: 'New Inquiries',
    about: 'Inquiries that were added in this period, whatever became of them.',
    value: 'newInquiries',
    before: 'newInquiries',
  },
  {
    metric: 'totalRenewals',
    label: 'Total Renewals',
    about: 'Payments of this period that were made for a renewal, also where they were cancelled.',
    value: 'totalRenewals',
    before: 'totalRenewals',
  },
  {
    metric: 'completedTryouts',
    label: 'Tryouts Completed',
    about: 'Tryouts dated in this period whose outcome is Completed.',
    value: 'completedTryouts',
    before: 'completedTryouts',
  },
  {
    metric: 'tryoutRevenue',
    label: 'Tryout Revenue',
    about: 'The prices of the completed tryouts of this period that were paid for. Part of Total Revenue.',
    value: 'tryoutRevenueCents',
    before: 'tryoutRevenueCents',
    isMoney: true,
  },
];

/** The cards at the end. */
export const summaryFigures: readonly Figure[] = [
  {
    metric: 'totalClasses',
    label: 'Total Classes',
    about: 'Classes on the schedule on at least one day of this period, also where that day was cancelled.',
    value: 'totalClasses',
    before: null,
  },
  {
    metric: 'totalCompletedSessions',
    label: 'Completed Sessions',
    about: 'Class sessions of this period whose attendance was logged as Completed.',
    value: 'totalCompletedSessions',
    before: 'totalCompletedSessions',
  },
  {
    metric: 'totalEnrollments',
    label: 'Total Enrollments',
    about:
      'Students enrolled in classes as of now, each once for every class. The period makes no difference.',
    value: 'totalEnrollments',
    before: null,
  },
];

/** A figure's value as it is shown. */
export function formatFigure({ isMoney }: Figure, value: number, currency: string): string {
  return isMoney ? formatMoney(value, currency) : value.toLocaleString('en-US');
}
