import { counted } from '#shared/counted.ts';
import { formatDate } from '#shared/local-date.ts';

import type { BoardColumn } from './board-columns.ts';
import classes from './board.module.css';

/** A day as weekday over number, a room or a person by name; below it how much takes place there. */
export function ColumnTitle({ column, isToday }: { column: BoardColumn; isToday: boolean }) {
  const taking = column.sessions.filter(({ isCancelled }) => !isCancelled).length;
  const count = taking === 0 ? column.whenEmpty : counted(taking, 'session');
  if (column.date === null) {
    return (
      <span className={classes.named}>
        <span className={classes.name}>{column.title}</span>
        <span className={classes.count}>{count}</span>
      </span>
    );
  }
  const [weekday = '', month = ''] = formatDate(column.date).split(', ');
  return (
    <span className={classes.day} data-today={isToday || undefined}>
      <span className={classes.weekday}>{weekday}</span>
      <span className="visually-hidden">, {month.split(' ')[0]} </span>
      <span className={classes.number}>{Number(column.date.slice(8))}</span>
      <span className="visually-hidden">
        {isToday ? ', today' : ''}, {count}
      </span>
    </span>
  );
}
