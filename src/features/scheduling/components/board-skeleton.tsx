import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';

import classes from './board-skeleton.module.css';
import type { BoardView } from './board-columns.ts';

/** How many quarter hours below its column's top each block of grey begins. */
const week = [[4, 12, 18], [8, 14], [2, 6, 16], [10, 15], [5, 12, 20], [3, 9, 14], []];
const day = week.slice(0, 4);

/** A board in grey: the heads of its columns and blocks among them; on a phone days one below the other. */
export function BoardSkeleton({ view }: { view: BoardView }) {
  const columns = view === 'week' ? week : day;
  return (
    <>
      <div className={classes.board}>
        {columns.map((starts, column) => (
          <div key={column} className={classes.column}>
            <div className={classes.head}>
              <Skeleton height={12} width="2.5rem" />
              <Skeleton height={20} width={view === 'week' ? '1.75rem' : '5rem'} />
            </div>
            {starts.map((start) => (
              <Skeleton
                key={start}
                className={classes.block}
                style={{ '--start': start } as CSSProperties}
                radius="md"
              />
            ))}
          </div>
        ))}
      </div>
      <div className={classes.agenda}>
        {day.map((starts, section) => (
          <div key={section} className={classes.section}>
            <Skeleton height={20} width="7rem" my={8} />
            {starts.map((start) => (
              <Skeleton key={start} className={classes.row} height={76} radius="md" />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
