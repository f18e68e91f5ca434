import { Skeleton } from '@mantine/core';
import { useState } from 'react';

import { focusRow } from '#ui/focus-row.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

import type { BookingOptions } from './booking-options.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { ClassForm } from './class-form.tsx';
import { FormAndList } from './form-and-list.tsx';

// Asked for at once, beside the form: one need not wait for the other.
const ClassList = lazyPart(
  () => import('./class-list.tsx'),
  ({ ClassList }) => ClassList,
);
ClassList.preload();

/** The tab Recurring Classes: a form for a class rule, and the rules there are. */
export function RecurringClasses({ options }: { options: BookingOptions | null }) {
  const [begun, setBegun] = useState(0);
  const beginAnew = () => setBegun(begun + 1);
  return (
    <FormAndList
      formTitle="New class"
      form={
        options ? (
          <ClassForm
            key={begun}
            options={options}
            onAdded={({ id }) => {
              beginAnew();
              focusRow(id);
            }}
            onDiscard={beginAnew}
          />
        ) : (
          <FormSkeleton />
        )
      }
      listTitle="Classes"
      list={<ClassList fallback={<Skeleton height={360} radius="lg" />} />}
    />
  );
}
