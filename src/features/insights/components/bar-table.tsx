import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { barWidth } from '#features/insights/rules.ts';

import classes from './insights.module.css';

type Bar = {
  key: string;
  /** What it is called: text, or a link to it. */
  name: ReactNode;
  value: number;
  /** The value as it is printed: "12 sessions". */
  text: string;
  /** Shows the rows behind the value. */
  onShow?: () => void;
};

type Props = { caption: string; heads: readonly [string, string]; bars: readonly Bar[]; empty: string };

const shownFirst = 8;

/** Bars as a table: the value is printed beside each, so nothing is in the drawing alone (R42). */
export function BarTable({ caption, heads, bars, empty }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  if (bars.length === 0) return <p className={classes.empty}>{empty}</p>;
  const largest = Math.max(...bars.map(({ value }) => value));
  const rest = isWhole ? 0 : bars.length - shownFirst;
  return (
    <>
      <table className={classes.bars}>
        <caption className="visually-hidden">{caption}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, index) => (
            // Paper shows them all.
            <tr key={bar.key} className={index >= shownFirst && !isWhole ? classes.later : undefined}>
              <th scope="row">
                {bar.name}
                <span className={classes.track} aria-hidden="true">
                  <span className={classes.bar} style={{ width: `${barWidth(bar.value, largest)}%` }} />
                </span>
              </th>
              <td>
                <Value bar={bar} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" data-noprint onClick={() => setIsWhole(true)}>
          Show {rest} more
        </Button>
      )}
    </>
  );
}

function Value({ bar: { text, onShow } }: { bar: Bar }) {
  if (!onShow) return text;
  return (
    <button type="button" className={classes.value} onClick={onShow}>
      {text}
      <span className="visually-hidden"> (show the rows)</span>
    </button>
  );
}
