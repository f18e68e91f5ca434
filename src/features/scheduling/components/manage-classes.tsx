import { Skeleton, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { useState } from 'react';

import { LoadFailed } from '#client/load-failed.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

import { useBookingOptions } from './booking-options.ts';
import { FormAndList } from './form-and-list.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import type { ManageClassesSearch, OnSearch } from './manage-classes-search.ts';
import { RecurringClasses } from './recurring-classes.tsx';

const OneTimeClasses = lazyPart(
  () => import('./one-time-classes.tsx'),
  ({ OneTimeClasses }) => OneTimeClasses,
);

type Props = { search: ManageClassesSearch; onSearch: OnSearch<ManageClassesSearch> };

/** Class rules and single sessions: adding them, and the ones there are (spec §2). */
export function ManageClasses({ search, onSearch }: Props) {
  const { tab = 'recurring' } = search;
  const booking = useBookingOptions();
  const [wasOneTimeOpen, setWasOneTimeOpen] = useState(false);
  if (tab === 'one-time' && !wasOneTimeOpen) setWasOneTimeOpen(true);
  if (booking.error) {
    return <LoadFailed title="Failed to load initial data" asked={booking} />;
  }
  // A panel that was open goes on unseen: what was typed there is asked about, and kept, like what is on screen.
  return (
    <Tabs
      value={tab}
      keepMountedMode="display-none"
      onChange={(chosen) => onSearch({ tab: chosen === 'one-time' ? chosen : undefined })}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="recurring">Recurring Classes</Tabs.Tab>
        <Tabs.Tab value="one-time">One-Time Classes</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="recurring">
        <RecurringClasses options={booking.options} />
      </Tabs.Panel>
      <Tabs.Panel value="one-time">
        {wasOneTimeOpen && (
          <OneTimeClasses
            options={booking.options}
            search={search}
            onSearch={onSearch}
            fallback={
              <FormAndList
                formTitle="New one-time session"
                form={<FormSkeleton />}
                listTitle="One-time sessions"
                list={<Skeleton height={360} radius="lg" />}
              />
            }
          />
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
