import type { Metric } from '#features/insights/schema.ts';

/** The number whose rows somebody wants to see. */
export type AskedRows = {
  title: string;
  metric: Metric;
  /** Only the rows of one bar. */
  only?: string;
};

export type OnShowRows = (asked: AskedRows) => void;
