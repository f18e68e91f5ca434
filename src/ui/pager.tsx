import { Button } from '@mantine/core';

import { EmptyState } from './empty-state.tsx';
import classes from './pager.module.css';

type Props = {
  page: number;
  pageCount: number;
  /** What is paged through: "Pages of inquiries". */
  label: string;
  onPage: (page: number) => void;
};

/** To the page before and after; nothing while everything fits on one. */
export function Pager({ page, pageCount, label, onPage }: Props) {
  if (pageCount <= 1 && page === 1) return null;
  return (
    <nav className={classes.pager} aria-label={label}>
      <Button
        variant="default"
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, pageCount || 1))}
      >
        Previous
      </Button>
      <span className={classes.place}>
        Page {page} of {Math.max(pageCount, 1)}
      </span>
      <Button variant="default" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
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
