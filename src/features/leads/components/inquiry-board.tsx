import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { ContactLinks } from '#ui/contact-links.tsx';
import { FilterChips } from '#ui/filter-chips.tsx';
import { useFocusHandOn } from '#ui/focus-return.ts';
import { rowId } from '#ui/focus-row.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Badge, statusTone } from '#ui/status-badge.tsx';

import { inquiryStatuses, type Inquiry, type InquiryStatus } from '../schema.ts';
import { AboutInquiry } from './about-inquiry.tsx';
import type { InquiryDoings } from './inquiries-screen.tsx';
import classes from './inquiry-board.module.css';
import { InquiryButtons } from './inquiry-buttons.tsx';
import { inputOfSearch, type InquirySearch, type OnSearch } from './inquiry-filter.ts';
import { activeFilters } from './inquiry-list.tsx';
import { InquiryStatusMenu, statusWord } from './inquiry-status.tsx';

// More of them, and the other columns are far below on a phone: who looks for all is shown the list.
const cardsPerColumn = 15;

type Props = { search: InquirySearch; onSearch: OnSearch; doings: InquiryDoings };

/** One column for every status (R28). A card moves by its menu. */
export function InquiryBoard({ search, onSearch, doings }: Props) {
  const filters = activeFilters({ ...search, status: undefined }, onSearch);
  return (
    <>
      {filters.length > 0 && (
        <FilterChips
          count="Filtered by"
          filters={filters}
          onClear={() => onSearch({ q: undefined, type: undefined })}
        />
      )}
      {/* It scrolls sideways, by the keyboard too. */}
      <section className={classes.board} aria-label="Inquiries by status" tabIndex={0}>
        {inquiryStatuses.map((status) => (
          <Column key={status} status={status} search={search} onSearch={onSearch} doings={doings} />
        ))}
      </section>
    </>
  );
}

function Column({ status, search, onSearch, doings }: Props & { status: InquiryStatus }) {
  const heading = useId();
  const input = inputOfSearch({ ...search, status, page: undefined });
  const asked = useQuery(api.leads.list.queryOptions({ input, placeholderData: keepPreviousData }));
  const { data, isPending, error } = asked;
  const shown = data?.rows.slice(0, cardsPerColumn) ?? [];
  const hidden = data ? data.total - shown.length : 0;
  return (
    <section className={classes.column} aria-labelledby={heading}>
      <h3 id={heading} className={classes.heading}>
        <Badge tone={statusTone('inquiry', status)}>{statusWord(status)}</Badge>
        {data && <span className={classes.count}>{data.total}</span>}
      </h3>
      {error && !data ? (
        <LoadFailed asked={asked} />
      ) : (
        <LoadingRegion
          isLoading={isPending}
          label={`Loading ${status} inquiries`}
          skeleton={<Skeleton height={220} radius="lg" />}
        >
          <ul className={classes.cards}>
            {shown.map((inquiry) => (
              <Card key={inquiry.id} inquiry={inquiry} doings={doings} />
            ))}
          </ul>
          {data?.total === 0 && <p className={classes.none}>None</p>}
          {hidden > 0 && (
            <Button
              variant="subtle"
              fullWidth
              onClick={() => onSearch({ status, view: undefined, page: undefined })}
            >
              Show all {data?.total}
            </Button>
          )}
        </LoadingRegion>
      )}
    </section>
  );
}

function Card({
  inquiry,
  doings: { onDialog, onDelete, onStatus },
}: {
  inquiry: Inquiry;
  doings: InquiryDoings;
}) {
  const card = useRef<HTMLLIElement>(null);
  // It stands in another column once its status is another.
  useFocusHandOn(card, inquiry.id);
  return (
    <li ref={card} id={rowId(inquiry.id)} tabIndex={-1} className={classes.card}>
      <UnstyledButton className={classes.name} onClick={() => onDialog({ kind: 'edit', inquiry })}>
        {inquiry.fullName}
      </UnstyledButton>
      <span className={classes.small}>
        {inquiry.danceTypeInterest && `${inquiry.danceTypeInterest} · `}
        <AboutInquiry {...inquiry} />
      </span>
      <ContactLinks email={inquiry.email} phoneNumber={inquiry.phoneNumber} />
      <InquiryStatusMenu inquiry={inquiry} onStatus={onStatus} />
      <InquiryButtons inquiry={inquiry} onDialog={onDialog} onDelete={onDelete} />
    </li>
  );
}
