import IconArrowDownRight from '@tabler/icons-react/dist/esm/icons/IconArrowDownRight.mjs';
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs';

import { changeAgainst } from '#features/insights/rules.ts';

import classes from './insights.module.css';

type Props = {
  now: number;
  before: number;
  format: (value: number) => string;
  /** Of a rate the change in percent would be taken for one in points. */
  isRate?: boolean;
};

/** How a figure moved against the period before: an arrow, a word for it, and what it was. */
export function Change({ now, before, format, isRate = false }: Props) {
  if (now === before) return <p className={classes.change}>Same as before</p>;
  const percent = isRate ? null : changeAgainst(now, before);
  const isUp = now > before;
  const Arrow = isUp ? IconArrowUpRight : IconArrowDownRight;
  return (
    <p className={classes.change} data-up={isUp || undefined}>
      <Arrow size={14} aria-hidden="true" />
      <span>
        <span className="visually-hidden">{isUp ? 'Up ' : 'Down '}</span>
        {percent !== null && <strong>{Math.abs(percent).toLocaleString('en-US')}%</strong>} from{' '}
        {format(before)}
      </span>
    </p>
  );
}
