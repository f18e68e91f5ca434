import { useState } from 'react';

import { focusRow } from '#ui/focus-row.ts';

import type { BookingOptions } from './booking-options.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { FormAndList } from './form-and-list.tsx';
import type { OneOffSearch, OnSearch } from './manage-classes-search.ts';
import { OneOffForm } from './one-off-form.tsx';
import { OneOffList } from './one-off-list.tsx';

type Props = {
  options: BookingOptions | null;
  search: OneOffSearch;
  onSearch: OnSearch<OneOffSearch>;
};

/** The tab One-Time Classes: a form for a single session, and those that are booked. */
export function OneTimeClasses({ options, search, onSearch }: Props) {
  const [added, setAdded] = useState(0);
  return (
    <FormAndList
      formTitle="New one-time session"
      form={
        options ? (
          <OneOffForm
            key={added}
            options={options}
            onAdded={({ id }) => {
              setAdded(added + 1);
              focusRow(id);
            }}
          />
        ) : (
          <FormSkeleton />
        )
      }
      listTitle="One-time sessions"
      list={<OneOffList search={search} onSearch={onSearch} />}
    />
  );
}
