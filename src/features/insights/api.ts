import { namedApart } from '#features/insights/class-names.ts';
import { percentOf, previousRange } from '#features/insights/rules.ts';
import {
  activityInput,
  insightsInput,
  insightsRowsInput,
  type Insights,
  type InstructorActivity,
} from '#features/insights/schema.ts';
import { selectActivity } from '#features/insights/activity-sql.ts';
import { inOrder, selectRows } from '#features/insights/rows-sql.ts';
import { selectInsights, type Now } from '#features/insights/sql.ts';
import { instructorMissing } from '#features/people/instructors/rules.ts';
import { forbidden, notFound, procedure, type StudioContext } from '#platform/procedure.ts';
import { isAllowed } from '#shared/access.ts';

export const insightsApi = {
  get: procedure('readInsights')
    .route({
      method: 'GET',
      path: '/insights',
      tags: ['Insights'],
      summary: 'Every number of the insights dashboard for a range of days',
    })
    .input(insightsInput)
    .handler(async ({ context, input }): Promise<Insights> => {
      const [found] = await context.report(selectInsights(input, nowOf(context)));
      if (!found) throw new Error('Failed to fetch some insights data');
      const { figures, previous, ...panels } = found;
      const classes = [...panels.mostPopularClasses, ...panels.revenueByClass];
      return {
        ...panels,
        ...figures,
        mostPopularClasses: namedApart(panels.mostPopularClasses, classes),
        revenueByClass: namedApart(panels.revenueByClass, classes),
        totalInquiries: figures.newInquiries,
        conversionRate: percentOf(figures.convertedToStudent, figures.newInquiries),
        previous: {
          ...previous,
          ...previousRange(input),
          conversionRate: percentOf(previous.convertedToStudent, previous.newInquiries),
        },
      };
    }),
  rows: procedure('readInsights')
    .route({
      method: 'GET',
      path: '/insights/rows',
      tags: ['Insights'],
      summary: 'The newest rows behind one number of the dashboard',
    })
    .input(insightsRowsInput)
    .handler(async ({ context, input: { metric, only, limit, ...range } }) =>
      inOrder(await context.report(selectRows(metric, range, nowOf(context), { only, limit }))),
    ),
  activity: procedure('readOwnActivity')
    .route({
      method: 'GET',
      path: '/instructors/{instructorId}/activity',
      tags: ['Insights'],
      summary: 'What an instructor taught in a range of days; instructors read their own',
    })
    .input(activityInput)
    .handler(async ({ context, input: { instructorId, ...range } }): Promise<InstructorActivity> => {
      const { role, profileId } = context.caller;
      if (!isAllowed(role, 'readInsights') && profileId !== instructorId) throw forbidden();
      const [activity] = await context.report(selectActivity(instructorId, range));
      if (!activity) throw notFound(instructorMissing);
      return activity;
    }),
};

function nowOf({ caller: { timeZone }, today }: StudioContext): Now {
  return { timeZone, today };
}
