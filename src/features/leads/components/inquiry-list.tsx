import { Button, Skeleton } from '@mantine/core';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { counted } from '#shared/counted.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterChips, NoMatch, type ActiveFilter } from '#ui/filter-chips.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { EmptyPage, Pager } from '#ui/pager.tsx';

import { inquiriesPerPage } from '../schema.ts';
import {
  inputOfSearch,
  isFiltered,
  knownStatus,
  type InquirySearch,
  type OnSearch,
} from './inquiry-filter.ts';
import type { InquiryDoings } from './inquiries-screen.tsx';
import { InquiryTable } from './inquiry-table.tsx';
import { statusWord } from './inquiry-status.tsx';

type Props = {
  list: ReturnType<typeof useInquiries>;
  search: InquirySearch;
  onSearch: OnSearch;
  doings: InquiryDoings;
  onAdd: () => void;
};

const noFilter: InquirySearch = { q: undefined, type: undefined, status: undefined, page: undefined };

/** What InquiryList shows; `isNone` once it is known that nobody was ever taken down. */
export function useInquiries(search: InquirySearch) {
  const list = useQuery(
    api.leads.list.queryOptions({
      input: inputOfSearch(search),
      placeholderData: keepPreviousData,
      // By status each column asks for its own.
      enabled: search.view !== 'board' || !isFiltered(search),
    }),
  );
  return { ...list, isNone: !list.isPlaceholderData && !isFiltered(search) && list.data?.total === 0 };
}

/** The inquiries that are searched for, newest first, page by page. */
export function InquiryList({ list, search, onSearch, doings, onAdd }: Props) {
  const { data, isPending, isFetching, error } = list;
  const clear = () => onSearch(noFilter);
  const pages = {
    pageCount: Math.ceil((data?.total ?? 0) / inquiriesPerPage),
    onPage: (page: number) => onSearch({ page: page === 1 ? undefined : page }),
  };
  if (error && !data) {
    return <LoadFailed title="The inquiries could not be loaded" asked={list} />;
  }
  return (
    <LoadingRegion
      isLoading={isPending}
      isRefetching={isFetching}
      label="Loading inquiries"
      skeleton={<Skeleton height={360} radius="lg" />}
    >
      {data && (
        <>
          {(data.total > 0 || isFiltered(search)) && (
            <FilterChips
              count={countWords(data.total, isFiltered(search))}
              filters={activeFilters(search, onSearch)}
              onClear={clear}
            />
          )}
          {data.rows.length > 0 ? (
            <InquiryTable inquiries={data.rows} doings={doings} />
          ) : data.total > 0 ? (
            <EmptyPage {...pages} />
          ) : (
            <NoInquiries isFiltered={isFiltered(search)} onClear={clear} onAdd={onAdd} />
          )}
          <Pager page={search.page ?? 1} label="Pages of inquiries" {...pages} />
        </>
      )}
    </LoadingRegion>
  );
}

function countWords(total: number, isFound: boolean): string {
  return `${counted(total, 'inquiry', 'inquiries')}${isFound ? ' found' : ''}`;
}

export function activeFilters({ q, type, status }: InquirySearch, onSearch: OnSearch): ActiveFilter[] {
  const known = knownStatus(status);
  return [
    q ? { label: `“${q}”`, onRemove: () => onSearch({ q: undefined, page: undefined }) } : null,
    type
      ? { label: `Interested in ${type}`, onRemove: () => onSearch({ type: undefined, page: undefined }) }
      : null,
    known
      ? { label: statusWord(known), onRemove: () => onSearch({ status: undefined, page: undefined }) }
      : null,
  ].filter((filter) => filter !== null);
}

type NoneProps = { isFiltered: boolean; onClear: () => void; onAdd: () => void };

function NoInquiries({ isFiltered, onClear, onAdd }: NoneProps) {
  if (isFiltered) return <NoMatch things="inquiries" onClear={onClear} />;
  return (
    <EmptyState
      icon={<IconMessageCircle size={24} />}
      title="No inquiries yet"
      body="Take down everyone who calls, writes or walks in. Nobody is forgotten, and you see where they come from."
      action={<Button onClick={onAdd}>Add inquiry</Button>}
    />
  );
}
