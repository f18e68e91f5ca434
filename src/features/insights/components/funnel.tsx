import { formatRate, percentOf } from '#features/insights/rules.ts';
import type { Insights, Metric } from '#features/insights/schema.ts';

import type { OnShowRows } from './asked-rows.ts';
import classes from './insights.module.css';

type Stage = { name: string; metric: Metric; count: number; rate: string };

/** Spec §9: tryouts as a share of all inquiries, conversions as a share of tryouts; 0% of nothing. */
export function funnelStages({ totalInquiries, tryoutsScheduled, convertedToStudent }: Insights): Stage[] {
  return [
    {
      name: 'Total New Inquiries',
      metric: 'newInquiries',
      count: totalInquiries,
      rate: share(totalInquiries, totalInquiries),
    },
    {
      name: 'Tryouts Scheduled',
      metric: 'tryoutsScheduled',
      count: tryoutsScheduled,
      rate: share(tryoutsScheduled, totalInquiries),
    },
    {
      name: 'Converted to Student',
      metric: 'convertedToStudent',
      count: convertedToStudent,
      rate: share(convertedToStudent, tryoutsScheduled),
    },
  ];
}

function share(part: number, whole: number): string {
  return whole > 0 ? formatRate(percentOf(part, whole)) : '0%';
}

/** What became of the period's inquiries, stage by stage. */
export function Funnel({ insights, onShowRows }: { insights: Insights; onShowRows: OnShowRows }) {
  return (
    <table className={classes.funnel}>
      <caption className="visually-hidden">Inquiry Conversion Funnel</caption>
      <thead>
        <tr>
          <th scope="col">Stage</th>
          <th scope="col" className={classes.number}>
            Count
          </th>
          <th scope="col" className={classes.number}>
            Rate
          </th>
        </tr>
      </thead>
      <tbody>
        {funnelStages(insights).map(({ name, metric, count, rate }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={classes.number}>
              <button
                type="button"
                className={classes.value}
                onClick={() => onShowRows({ title: name, metric })}
              >
                {count.toLocaleString('en-US')}
                <span className="visually-hidden"> (show the rows)</span>
              </button>
            </td>
            <td className={classes.number}>{rate}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
