import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { api } from '#client/api.ts';
import { isRefusedAs } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { PaymentHistory, type PaymentWindow } from '#features/payments/components/payment-history.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';

import { deletedStudentName } from '../rules.ts';

type Props = {
  studentId: string;
  back: ReactNode;
  /** Shown where there never was such a student, or nothing was paid. */
  missing: ReactNode;
  /** Of their payments. */
  page: number;
  onPage: (page: number) => void;
};

/** What is left of a student who was deleted: what they paid, which stays in the revenue and may have to be corrected. */
export function DeletedStudent({ studentId, back, missing, page, onPage }: Props) {
  const [payment, setPayment] = useState<PaymentWindow | null>(null);
  const asked = useQuery(api.payments.list.queryOptions({ input: { studentId } }));
  const { data, isPending, error } = asked;
  const hasPaid = data !== undefined && data.length > 0;
  return (
    <>
      <PageHeader
        title={hasPaid ? deletedStudentName : 'Student profile'}
        subtitle={
          hasPaid &&
          'Their name and contact details were erased, but what they paid stays in the revenue and can still be corrected here.'
        }
        back={back}
      />
      {error && !data && !isRefusedAs(error, 'BAD_REQUEST') ? (
        <LoadFailed title="The student profile could not be loaded" asked={asked} />
      ) : (
        <LoadingRegion
          isLoading={isPending}
          label="Loading student profile"
          skeleton={<Skeleton height={240} radius="lg" />}
        >
          {hasPaid ? (
            <PaymentHistory
              studentId={studentId}
              isDeleted
              open={payment}
              onOpen={setPayment}
              page={page}
              onPage={onPage}
            />
          ) : (
            missing
          )}
        </LoadingRegion>
      )}
    </>
  );
}
