import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { SearchField } from '#ui/search-field.tsx';

import { inquiryStatuses } from '../schema.ts';
import classes from './inquiries.module.css';
import { knownStatus, type InquirySearch, type OnSearch } from './inquiry-filter.ts';
import { statusWord } from './inquiry-status.tsx';

type Props = { search: InquirySearch; onSearch: OnSearch };

export function InquiryFilters({ search, onSearch }: Props) {
  const { data: danceTypes = [] } = useQuery(api.catalog.danceTypes.list.queryOptions());
  return (
    <div className={classes.filters} role="search" aria-label="Filter inquiries">
      <SearchField
        aria-keyshortcuts="/"
        label="Search inquiries"
        placeholder="Name, email or phone"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined, page: undefined }, { typed: true })}
      />
      <SearchField
        label="Dance type"
        placeholder="Any"
        list="interests"
        value={search.type ?? ''}
        onSearch={(type) => onSearch({ type: type || undefined, page: undefined }, { typed: true })}
      />
      <datalist id="interests">
        {danceTypes.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
      {search.view !== 'board' && (
        <Select
          label="Status"
          placeholder="Any"
          clearable
          clearButtonProps={{ 'aria-label': 'Any status' }}
          data={inquiryStatuses.map((value) => ({ value, label: statusWord(value) }))}
          value={knownStatus(search.status)}
          onChange={(status) => onSearch({ status: status ?? undefined, page: undefined })}
        />
      )}
    </div>
  );
}
