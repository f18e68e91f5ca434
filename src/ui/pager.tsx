import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';

import { EmptyState } from './empty-state.tsx';
import classes from './pager.module.css';

type Props = {
  page: number;
  pageCount: number;
  /** What is paged through: "Pages of inquiries". */
  label: string;
  onPage: (page: number) => void;
};

/** To the page before and after; nothing while everything fits on one, nor beside an EmptyPage. */
export function Pager({ page, pageCount, label, onPage }: Props) {
  if (pageCount === 1 || page > pageCount) return null;
  return (
    <nav className={classes.pager} aria-label={label}>
      <Turn isLast={page <= 1} onTurn={() => onPage(page - 1)}>
        Previous
      </Turn>
      <span className={classes.place}>
        Page {page} of {pageCount}
      </span>
      <Turn isLast={page >= pageCount} onTurn={() => onPage(page + 1)}>
        Next
      </Turn>
    </nav>
  );
}

type TurnProps = { isLast: boolean; onTurn: () => void; children: string };

/** Keeps focus on the page where it leads no further, as a disabled button would not. */
function Turn({ isLast, onTurn, children }: TurnProps) {
  const turn = (event: MouseEvent<HTMLElement>) => {
    onTurn();
    showFromTop(event);
  };
  return (
    <Button
      variant="default"
      data-disabled={isLast}
      aria-disabled={isLast}
      onClick={isLast ? undefined : turn}
    >
      {children}
    </Button>
  );
}

/** A press reads on at the top of the next page, which it left at its end; keys go on from the button, which stays. */
function showFromTop({ detail: presses, currentTarget: button }: MouseEvent<HTMLElement>): void {
  const list = button.closest('nav')?.closest('[aria-busy]');
  if (presses > 0 && list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
}

/** In place of a page's rows where the list has got shorter than its address says. */
export function EmptyPage({ pageCount, onPage }: Pick<Props, 'pageCount' | 'onPage'>) {
  return (
    <EmptyState
      title="This page is empty by now"
      body="The list has become shorter since."
      action={
        <Button variant="default" onClick={() => onPage(pageCount)}>
          Go to the last page
        </Button>
      }
    />
  );
}
