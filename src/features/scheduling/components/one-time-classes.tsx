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
  const [begun, setBegun] = useState(0);
  const beginAnew = () => setBegun(begun + 1);
  return (
    <FormAndList
      formTitle="New one-time session"
      form={
        options ? (
          <OneOffForm
            key={begun}
            options={options}
            onAdded={({ id }, place) => {
              beginAnew();
              if (place.when !== search.when || place.page !== search.page) onSearch(place);
              focusRow(id);
            }}
            onDiscard={beginAnew}
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
