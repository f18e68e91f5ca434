import type { CSSProperties } from 'react';

import { useSignedIn } from '#client/session.ts';
import type { Insights } from '#features/insights/schema.ts';

import { About } from './about.tsx';
import type { OnShowRows } from './asked-rows.ts';
import { Change } from './change.tsx';
import { formatFigure, type Figure } from './figures.ts';
import classes from './insights.module.css';

type Props = { figure: Figure; insights: Insights; onShowRows: OnShowRows };

/** One number, label first (R42); the number leads to the rows it is made of. */
export function FigureCard({ figure, insights, onShowRows }: Props) {
  const { currency } = useSignedIn().organization;
  const { metric, label, about, value, before } = figure;
  const format = (amount: number) => formatFigure(figure, amount, currency);
  const text = format(insights[value]);
  return (
    <li className={classes.card}>
      <div className={classes.label}>
        {label}
        <About name={label}>{about}</About>
      </div>
      <div className={classes.figure} style={{ '--characters': text.length } as CSSProperties}>
        <button type="button" className={classes.metric} onClick={() => onShowRows({ title: label, metric })}>
          <span className="visually-hidden">{label}: </span>
          {text}
          <span className="visually-hidden"> (show the rows)</span>
        </button>
      </div>
      {before && <Change now={insights[value]} before={insights.previous[before]} format={format} />}
    </li>
  );
}
