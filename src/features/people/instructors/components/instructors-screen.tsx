import { Button, Skeleton } from '@mantine/core';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useId, useRef, type ReactNode } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import { counted } from '#shared/counted.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterChips } from '#ui/filter-chips.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Badge } from '#ui/status-badge.tsx';

import { AddInstructor } from './add-instructor.tsx';
import { InstructorTable } from './instructor-table.tsx';
import classes from './instructors.module.css';

type Props = { search: string; onSearch: (text: string) => void };
type InstructorList = Parameters<typeof InstructorTable>[0]['instructors'];

/** Add an instructor, and find the ones there are (spec §2). */
export function InstructorsScreen({ search, onSearch }: Props) {
  const name = useRef<HTMLInputElement>(null);
  const canAdd = useSignedIn().can.managePeople;
  const addButton = <Button onClick={() => name.current?.focus()}>Add an instructor</Button>;
  const input = search === '' ? {} : { q: search };
  const list = useQuery(
    api.people.instructors.list.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  const isNone = search === '' && !list.isPlaceholderData && list.data?.length === 0;
  return (
    <>
      <PageHeader
        title="Manage Instructors"
        subtitle="The people who teach at your studio."
        actions={canAdd && !isNone && <span className={classes.jump}>{addButton}</span>}
      />
      <div className={classes.screen}>
        <CurrentInstructors list={list} search={search} onSearch={onSearch} addButton={canAdd && addButton} />
        {canAdd && (
          <section className={classes.panel} aria-labelledby="add-instructor">
            <h2 id="add-instructor" className={classes.heading}>
              Add an instructor
            </h2>
            <AddInstructor nameRef={name} />
          </section>
        )}
      </div>
    </>
  );
}

type CurrentProps = Props & { list: UseQueryResult<InstructorList>; addButton: ReactNode };

function CurrentInstructors({ list, search, onSearch, addButton }: CurrentProps) {
  const heading = useId();
  const { data, isPending, isFetching, error } = list;
  const isSearching = search !== '';
  const hasAny = isSearching || (data?.length ?? 0) > 0;
  return (
    <section className={classes.list} aria-labelledby={heading}>
      <div className={classes.tools}>
        <h2 id={heading} className={classes.heading}>
          Current instructors
          {data && !isSearching && <Badge tone="brand">{data.length}</Badge>}
        </h2>
        {hasAny && (
          <SearchField
            aria-keyshortcuts="/"
            className={classes.search}
            label="Search instructors"
            placeholder="Name, email or phone"
            value={search}
            onSearch={onSearch}
          />
        )}
      </div>
      {isSearching && data && (
        <FilterChips
          count={`${counted(data.length, 'instructor')} found`}
          filters={[{ label: `“${search}”`, onRemove: () => onSearch('') }]}
          onClear={() => onSearch('')}
        />
      )}
      {error && !data ? (
        <LoadFailed title="The instructors could not be loaded" asked={list} />
      ) : (
        <LoadingRegion
          isLoading={isPending}
          isRefetching={isFetching}
          label="Loading instructors"
          skeleton={<Skeleton height={320} radius="lg" />}
        >
          <Found
            instructors={data ?? []}
            isSearching={isSearching}
            addButton={addButton}
            onClear={() => onSearch('')}
          />
        </LoadingRegion>
      )}
    </section>
  );
}

type FoundProps = {
  instructors: InstructorList;
  isSearching: boolean;
  addButton: ReactNode;
  onClear: () => void;
};

function Found({ instructors, isSearching, addButton, onClear }: FoundProps) {
  const { currency } = useSignedIn().organization;
  if (instructors.length > 0) return <InstructorTable instructors={instructors} currency={currency} />;
  if (isSearching) {
    return (
      <EmptyState
        title="No instructors match your search."
        action={
          <Button variant="default" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<IconUser size={24} />}
      title="No instructors yet"
      body="Add who teaches, then give them classes."
      action={addButton}
    />
  );
}
