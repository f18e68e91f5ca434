import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { formatInstant } from '#shared/local-date.ts';
import { useFocusReturn } from '#ui/focus-return.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';

import type { Subscription, SubscriptionChange } from '../schema.ts';
import { valueText } from './change-words.ts';
import classes from './payment-changes.module.css';

type Props = { payment: Subscription; currency: string; timeZone: string; onClose: () => void };

/** Who changed a payment, when, and from which values to which. */
export function PaymentChanges({ payment, currency, timeZone, onClose }: Props) {
  useFocusReturn();
  const asked = useQuery(api.payments.history.queryOptions({ input: { id: payment.id } }));
  const { data, isPending, error } = asked;
  return (
    <Modal opened onClose={onClose} title={`Changes of the payment for ${payment.className}`} size={520}>
      {error && !data ? (
        <LoadFailed asked={asked} />
      ) : (
        <LoadingRegion
          isLoading={isPending}
          label="Loading changes"
          skeleton={<Skeleton height={160} radius="md" />}
        >
          <ol className={classes.changes}>
            {data?.map((change) => (
              <Change key={change.at.toISOString()} change={change} currency={currency} timeZone={timeZone} />
            ))}
          </ol>
        </LoadingRegion>
      )}
    </Modal>
  );
}

type ChangeProps = { change: SubscriptionChange; currency: string; timeZone: string };

function Change({ change: { at, by, action, fields }, currency, timeZone }: ChangeProps) {
  const shown = action === 'INSERT' ? fields.filter(({ after }) => after !== null) : fields;
  return (
    <li>
      <p className={classes.who}>
        <strong>{by ?? 'Somebody'}</strong> {action === 'INSERT' ? 'recorded this payment' : 'changed it'}
        <time dateTime={at.toISOString()}>{formatInstant(at, timeZone)}</time>
      </p>
      <dl className={classes.fields}>
        {shown.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{fieldNames[field] ?? field}</dt>
            <dd>
              {action !== 'INSERT' && (
                <>
                  <del>{valueText(field, before, currency)}</del> <span aria-hidden="true">→</span>{' '}
                </>
              )}
              <ins>{valueText(field, after, currency)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const fieldNames: Record<string, string> = {
  classId: 'Class',
  amountPaidCents: 'Amount',
  startDate: 'Start date',
  endDate: 'End date',
  numberOfSessions: 'Sessions',
  subscriptionType: 'Type',
  paymentFor: 'Payment for',
  status: 'Status',
  paymentNotes: 'Notes',
  paidOn: 'Paid on',
};
