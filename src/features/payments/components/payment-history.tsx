import { Button, Menu, Skeleton } from '@mantine/core';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useCan, useSignedIn } from '#client/session.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { focusRow } from '#ui/focus-row.ts';
import { lazyDialog } from '#ui/lazy-part.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Pager } from '#ui/pager.tsx';
import { PrintButton } from '#ui/print-button.tsx';
import { RowActions } from '#ui/row-actions.tsx';

import { paymentsPerPage, type Subscription } from '../schema.ts';
import classes from './payment-history.module.css';
import { PaymentTable } from './payment-table.tsx';

const AddPayment = lazyDialog(
  () => import('./add-payment.tsx'),
  ({ AddPayment }) => AddPayment,
);
const EditPayment = lazyDialog(
  () => import('./edit-payment.tsx'),
  ({ EditPayment }) => EditPayment,
);
const PaymentChanges = lazyDialog(
  () => import('./payment-changes.tsx'),
  ({ PaymentChanges }) => PaymentChanges,
);

/** What is open above the payments. */
export type PaymentWindow =
  | { kind: 'add'; renewed: Subscription | null }
  | { kind: 'edit'; payment: Subscription }
  | { kind: 'changes'; payment: Subscription };

type Props = {
  studentId: string;
  /** Payments of a student who was deleted are only corrected: none is added, and nothing noted. */
  isDeleted?: boolean;
  open: PaymentWindow | null;
  onOpen: (next: PaymentWindow | null) => void;
  page: number;
  onPage: (page: number) => void;
};

/** Payment history of a student (spec §2): notes by the row, payments added, renewed and corrected. */
export function PaymentHistory({ studentId, isDeleted = false, open, onOpen, page: wanted, onPage }: Props) {
  const { organization } = useSignedIn();
  const canManage = useCan('managePayments');
  const asked = useQuery(api.payments.list.queryOptions({ input: { studentId } }));
  const { data, isPending, isFetching, error } = asked;
  const { currency, timeZone } = organization;
  const payments = data ?? [];
  const pageCount = Math.ceil(payments.length / paymentsPerPage);
  const page = Math.min(wanted, Math.max(pageCount, 1));
  const add = canManage && !isDeleted && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onPointerEnter={AddPayment.preload}
      onFocus={AddPayment.preload}
      onClick={() => onOpen({ kind: 'add', renewed: null })}
    >
      Add payment
    </Button>
  );
  // The same one each time: the table of years is drawn anew only where a payment is another one.
  const actionsOf = useCallback(
    (payment: Subscription) => (
      <span data-noprint>
        <RowActions name={`the payment for ${payment.className}`}>
          <Menu.Item
            onPointerEnter={EditPayment.preload}
            onFocus={EditPayment.preload}
            onClick={() => onOpen({ kind: 'edit', payment })}
          >
            Edit
          </Menu.Item>
          {!isDeleted && (
            <Menu.Item
              onPointerEnter={AddPayment.preload}
              onFocus={AddPayment.preload}
              onClick={() => onOpen({ kind: 'add', renewed: payment })}
            >
              Renew
            </Menu.Item>
          )}
          <Menu.Item
            onPointerEnter={PaymentChanges.preload}
            onFocus={PaymentChanges.preload}
            onClick={() => onOpen({ kind: 'changes', payment })}
          >
            Show changes
          </Menu.Item>
        </RowActions>
      </span>
    ),
    [isDeleted, onOpen],
  );
  return (
    <section className={classes.history} aria-labelledby="payment-history">
      <div className={classes.head}>
        <h2 id="payment-history" className={classes.title}>
          Payment history
        </h2>
        {payments.length > 0 && (
          <p className={classes.sum}>
            {formatMoney(
              payments.reduce((sum, { amountPaidCents }) => sum + amountPaidCents, 0),
              currency,
            )}{' '}
            in {counted(payments.length, 'payment')}
          </p>
        )}
        {payments.length > 0 && (
          <div className={classes.buttons} data-noprint>
            <PrintButton />
            {add}
          </div>
        )}
      </div>
      {error && !data ? (
        <LoadFailed title="The payments could not be loaded" asked={asked} />
      ) : (
        <LoadingRegion
          isLoading={isPending}
          isRefetching={isFetching}
          label="Loading payments"
          skeleton={<Skeleton height={200} radius="lg" />}
        >
          {payments.length > 0 ? (
            <>
              <PaymentTable
                payments={payments}
                page={page}
                currency={currency}
                actionsOf={canManage ? actionsOf : null}
              />
              <div data-noprint>
                <Pager page={page} pageCount={pageCount} label="Pages of payments" onPage={onPage} />
              </div>
            </>
          ) : (
            <EmptyState
              icon={<IconCoins size={24} />}
              title="No payments yet"
              body={
                canManage
                  ? 'Record what was paid for which class and for how long.'
                  : 'Payments show here once the studio records them.'
              }
              action={add}
            />
          )}
        </LoadingRegion>
      )}
      {open?.kind === 'add' && (
        <AddPayment
          studentId={studentId}
          earlier={payments}
          renewed={open.renewed}
          onAdded={(id) => focusRow(id, onPage)}
          onClose={() => onOpen(null)}
        />
      )}
      {open?.kind === 'edit' && (
        <EditPayment
          studentId={studentId}
          payment={current(payments, open.payment)}
          isDeleted={isDeleted}
          onClose={() => onOpen(null)}
        />
      )}
      {open?.kind === 'changes' && (
        <PaymentChanges
          payment={open.payment}
          currency={currency}
          timeZone={timeZone}
          onClose={() => onOpen(null)}
        />
      )}
    </section>
  );
}

/** The payment as it is now. */
function current(payments: readonly Subscription[], opened: Subscription): Subscription {
  return payments.find(({ id }) => id === opened.id) ?? opened;
}
