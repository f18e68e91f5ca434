import { Button, Select, Skeleton } from '@mantine/core';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { counted } from '#shared/counted.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterChips, NoMatch, type ActiveFilter } from '#ui/filter-chips.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { EmptyPage, Pager } from '#ui/pager.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Badge } from '#ui/status-badge.tsx';
import { takesMeant } from '#ui/take-marked.ts';

import { studentsPerPage } from '../schema.ts';
import { StudentTable } from './student-table.tsx';
import { inputOfSearch, isFiltered, type OnSearch, type StudentsSearch } from './students-search.ts';
import classes from './students.module.css';

type Props = {
  search: StudentsSearch;
  onSearch: OnSearch;
  /** The search field, for whoever leads to it. */
  fieldRef: RefObject<HTMLInputElement | null>;
  onEnroll: () => void;
};

const noFilter: StudentsSearch = { q: undefined, type: undefined, page: undefined };

/** Current Students (spec §2): found by typing, filtered by dance type, page by page. */
export function CurrentStudents({ search, onSearch, fieldRef, onEnroll }: Props) {
  const students = useQuery(
    api.people.students.list.queryOptions({
      input: inputOfSearch(search),
      placeholderData: keepPreviousData,
    }),
  );
  const { data } = students;
  const pages = {
    pageCount: Math.ceil((data?.total ?? 0) / studentsPerPage),
    onPage: (page: number) => onSearch({ page: page === 1 ? undefined : page }),
  };
  return (
    <section className={classes.list} aria-labelledby="current-students">
      <h2 id="current-students" className={classes.heading}>
        Current Students
        {data && !isFiltered(search) && <Badge tone="brand">{data.total}</Badge>}
      </h2>
      <Filters search={search} onSearch={onSearch} total={data?.total} fieldRef={fieldRef} />
      {students.error && !data ? (
        <LoadFailed
          // spec §8
          title={isFiltered(search) ? 'Failed to filter students' : 'Failed to load data'}
          asked={students}
        />
      ) : (
        <LoadingRegion
          isLoading={students.isPending}
          isRefetching={students.isFetching}
          label="Loading students"
          skeleton={<Skeleton height={400} radius="lg" />}
        >
          {data && data.items.length > 0 ? (
            <StudentTable students={data.items} />
          ) : pages.pageCount > 0 ? (
            <EmptyPage {...pages} />
          ) : (
            <NoStudents
              isFiltered={isFiltered(search)}
              onClear={() => onSearch(noFilter)}
              onEnroll={onEnroll}
            />
          )}
          <Pager page={search.page ?? 1} label="Pages of students" {...pages} />
        </LoadingRegion>
      )}
    </section>
  );
}

type FilterProps = Pick<Props, 'search' | 'onSearch' | 'fieldRef'> & { total: number | undefined };

function Filters({ search, onSearch, total, fieldRef }: FilterProps) {
  const { data: danceTypes = [] } = useQuery(api.catalog.danceTypes.list.queryOptions());
  const typeName = danceTypes.find(({ id }) => id === search.type)?.name;
  return (
    <>
      <div className={classes.filters} role="search" aria-label="Filter students">
        <SearchField
          label="Search students"
          placeholder="Name, email or phone"
          aria-keyshortcuts="/"
          ref={fieldRef}
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ q: q || undefined, page: undefined }, { typed: true })}
        />
        <Select
          label="Dance type"
          placeholder="All dance types"
          clearable
          clearButtonProps={{ 'aria-label': 'All dance types' }}
          searchable={danceTypes.length > 7}
          {...takesMeant}
          nothingFoundMessage="Nothing found"
          data={danceTypes.map(({ id, name }) => ({ value: id, label: name }))}
          value={typeName ? (search.type ?? null) : null}
          onChange={(type) => onSearch({ type: type ?? undefined, page: undefined })}
        />
      </div>
      {isFiltered(search) && total !== undefined && (
        <FilterChips
          count={`${counted(total, 'student')} found`}
          filters={activeFilters(search, typeName, onSearch)}
          onClear={() => onSearch(noFilter)}
        />
      )}
    </>
  );
}

function activeFilters(
  { q, type }: StudentsSearch,
  typeName: string | undefined,
  onSearch: OnSearch,
): ActiveFilter[] {
  const ofText = { label: `“${q}”`, onRemove: () => onSearch({ q: undefined, page: undefined }) };
  const ofType = {
    label: typeName ?? 'Dance type',
    onRemove: () => onSearch({ type: undefined, page: undefined }),
  };
  return [...(q ? [ofText] : []), ...(type ? [ofType] : [])];
}

type NoneProps = { isFiltered: boolean; onClear: () => void; onEnroll: () => void };

function NoStudents({ isFiltered: isSearching, onClear, onEnroll }: NoneProps) {
  if (isSearching) return <NoMatch things="students" onClear={onClear} />;
  return (
    <EmptyState
      icon={<IconUsers size={24} />}
      title="No students yet"
      body="Enroll the first one: who they are, which classes they take, and what was paid."
      action={<Button onClick={onEnroll}>Enroll a student</Button>}
    />
  );
}
