import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { api } from '#client/api.ts';
import { isRefusedAs } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProfileCards } from '#ui/profile-card.tsx';

import { deletedInstructorName } from '../rules.ts';
import { Payroll } from './instructor-facts.tsx';

type Props = {
  instructorId: string;
  back: ReactNode;
  /** Shown where there never was such an instructor. */
  missing: ReactNode;
  /** What they taught. */
  children: ReactNode;
};

/** What is left of an instructor who was deleted, by which they may still have to be paid. */
export function DeletedInstructor({ instructorId, back, missing, children }: Props) {
  const { currency } = useSignedIn().organization;
  const asked = useQuery(api.people.instructors.payTerms.queryOptions({ input: { id: instructorId } }));
  const { data, isPending, isFetching, error } = asked;
  return (
    <>
      <PageHeader title={data ? deletedInstructorName : 'Instructor profile'} back={back} />
      {error && !data ? (
        isRefusedAs(error, 'NOT_FOUND') ? (
          missing
        ) : (
          <LoadFailed title="Error loading instructor profile" asked={asked} />
        )
      ) : (
        <LoadingRegion
          isLoading={isPending}
          isRefetching={isFetching}
          label="Loading instructor profile"
          skeleton={<Skeleton height={180} radius="lg" />}
        >
          {data && (
            <>
              <ProfileCards>
                <Payroll terms={data} currency={currency} />
              </ProfileCards>
              {children}
            </>
          )}
        </LoadingRegion>
      )}
    </>
  );
}
