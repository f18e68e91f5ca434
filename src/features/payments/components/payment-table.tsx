import { Button } from '@mantine/core';
import { memo, useMemo, useState, type ReactNode } from 'react';

import { counted } from '#shared/counted.ts';
import { formatDateSpan } from '#shared/local-date.ts';
import { formatMoney } from '#shared/money.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { Badge, statusTone } from '#ui/status-badge.tsx';

import {
  paymentPurposeLabels,
  sessionsLeftText,
  subscriptionStatusLabels,
  subscriptionTypeLabels,
} from '../rules.ts';
import { paymentsPerPage, type Subscription } from '../schema.ts';
import classes from './payment-history.module.css';

type Props = {
  payments: readonly Subscription[];
  page: number;
  currency: string;
  /** Null for who only reads. */
  actionsOf: ((payment: Subscription) => ReactNode) | null;
};

/** Every payment with what it is worth today, page by page; on paper all of them. */
export const PaymentTable = memo(function PaymentTable({ payments, page, currency, actionsOf }: Props) {
  const columns = useMemo(() => columnsOf(currency, actionsOf), [currency, actionsOf]);
  return (
    <DataTable
      caption="Payment history"
      columns={columns}
      rows={payments}
      rowKey={({ id }) => id}
      paged={{ page, perPage: paymentsPerPage }}
    />
  );
});

// Few columns, for the room beside a sidebar.
function columnsOf(currency: string, actionsOf: Props['actionsOf']): Column<Subscription>[] {
  return [
    { key: 'class', header: 'Class', isName: true, cell: (payment) => <ForWhat payment={payment} /> },
    {
      key: 'period',
      header: 'Period',
      sortBy: ({ startDate }) => startDate,
      cell: ({ startDate, endDate, paidOn }) => (
        <span className={classes.lines}>
          <span>{formatDateSpan(startDate, endDate)}</span>
          <span className={classes.small}>Paid {formatDateSpan(paidOn, paidOn)}</span>
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      sortBy: ({ effectiveStatus }) => effectiveStatus,
      cell: ({ effectiveStatus }) => (
        <Badge tone={statusTone('subscription', effectiveStatus)}>
          {subscriptionStatusLabels[effectiveStatus]}
        </Badge>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      isNumeric: true,
      sortBy: ({ amountPaidCents }) => amountPaidCents,
      cell: ({ amountPaidCents }) => formatMoney(amountPaidCents, currency),
    },
    ...(actionsOf ? [{ key: 'actions', header: 'Actions', isHeaderHidden: true, cell: actionsOf }] : []),
  ];
}

function ForWhat({ payment }: { payment: Subscription }) {
  const { className, danceTypeName, subscriptionType, paymentFor, sessionsLeft, numberOfSessions } = payment;
  const left = sessionsLeftText(sessionsLeft, numberOfSessions);
  const sold = counted(numberOfSessions, 'session');
  return (
    <span className={classes.for}>
      <span>{className}</span>
      <span className={classes.small}>
        {danceTypeName} · {paymentPurposeLabels[paymentFor]}
      </span>
      <span className={classes.small}>
        {subscriptionTypeLabels[subscriptionType]} · {left ?? sold}
      </span>
      <Notes payment={payment} />
    </span>
  );
}

function Notes({ payment: { id, className, paymentNotes } }: { payment: Subscription }) {
  const [isShown, setIsShown] = useState(false);
  if (!paymentNotes) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        data-noprint
        aria-expanded={isShown}
        aria-controls={`notes-${id}`}
        aria-label={`${isShown ? 'Hide Notes' : 'View Notes'}: ${className}`}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide Notes' : 'View Notes'}
      </Button>
      <span id={`notes-${id}`} className={isShown ? classes.notes : classes.printed}>
        {paymentNotes}
      </span>
    </>
  );
}
