import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { changedBy, errorMessage, isRefusedAs, reworded } from '#client/failure.ts';
import { useApiForm, useFreshStart } from '#client/form.ts';
import { useKeptDraft } from '#client/kept-draft.ts';
import { useSignedIn } from '#client/session.ts';
import { isSame } from '#client/stale-edit.ts';
import { formatDateSpan } from '#shared/local-date.ts';
import { formatMoney } from '#shared/money.ts';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { purposeOf, startForClass, unseenPayment } from '../rules.ts';
import { addSubscriptionInput, type Subscription } from '../schema.ts';
import { useClassOptions } from './class-options.ts';
import { PaymentFields } from './payment-fields.tsx';
import { inputOf, newPayment, renewalOf } from './payment-values.ts';

type Props = {
  studentId: string;
  earlier: readonly Subscription[];
  /** The payment this one continues, if any. */
  renewed: Subscription | null;
  onAdded: (id: string) => void;
  onClose: () => void;
};

/** Records a payment. It is saved first and shown then (R7): money is never shown before the server has it. */
export function AddPayment({ studentId, earlier, renewed, onAdded, onClose }: Props) {
  const { today, organization } = useSignedIn();
  const queries = useQueryClient();
  // As it was when the window opened: an answer that was lost must not make the next payment of this one, and what
  // another desk records meanwhile is not seen behind it, nor while a draft waits.
  const [opened] = useState(earlier);
  const blank = renewed ? renewalOf(renewed, opened, today) : newPayment(today);
  const draft = useKeptDraft(`payment.${studentId}.${renewed?.id ?? 'new'}`, {
    values: blank,
    seen: opened.map(placeOf),
  });
  const { values: initialValues, seen } = draft.initialValues;
  const [isBack, setIsBack] = useState(() => !isSame(initialValues, blank));
  const [before, setBefore] = useState(() =>
    isBack ? opened.filter((payment) => seen.includes(placeOf(payment))) : opened,
  );
  const classOptions = useClassOptions();
  const { options, list } = classOptions;
  const add = useMutation(
    api.payments.add.mutationOptions({
      meta: { invalidates: [api.payments.key(), api.people.students.key(), api.enrollment.roster.key()] },
    }),
  );
  const form = useApiForm({
    schema: addSubscriptionInput,
    initialValues,
    toInput: (values) => {
      const { status: _, classId, ...input } = inputOf(values);
      // A renewal may name a class that was deleted: the field shows none then.
      const isGone = list.data && !options.some(({ value }) => value === classId);
      const paymentsSeen = before.filter((payment) => payment.classId === classId).length;
      return { studentId, classId: isGone ? null : classId, ...input, paymentsSeen };
    },
    save: (input) => {
      const added = askOnce('payments.add', input, (keyed) => add.mutateAsync(keyed), studentId);
      return reworded(
        added.catch((error: unknown) => look(error, input.classId)),
        'Failed to add subscription: ', // spec §8
      );
    },
    onSaved: ({ id }) => {
      draft.forget();
      toastSuccess('Subscription added successfully!'); // spec §8
      onClose();
      onAdded(id);
    },
  });
  useFreshStart(form, initialValues);
  draft.useKeeping(() => ({ values: form.getValues(), seen: before.map(placeOf) }));
  const isDirty = () => draft.isChanged({ values: form.getValues(), seen: opened.map(placeOf) });
  form.watch('classId', (change) => {
    const { startDate } = form.getValues();
    form.setFieldValue('startDate', startForClass(startDate, change, list.data ?? [], today));
    if (form.isTouched('paymentFor')) return;
    form.setFieldValue('paymentFor', purposeOf(change.value, earlier));
    form.setTouched((touched) => ({ ...touched, paymentFor: false })); // nobody chose it
  });

  function discardDraft() {
    form.reset(blank);
    setBefore(opened);
    setIsBack(false);
  }

  /** Says what there is that was not seen. Who sends theirs once more after that means another payment. */
  async function look(error: unknown, classId: string): Promise<never> {
    const isMeanwhile = changedBy(error) !== null;
    if (!isMeanwhile && !isRefusedAs(error, 'UNPROCESSABLE_CONTENT')) throw error;
    const asked = api.payments.list.queryOptions({ input: { studentId } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 }).catch(() => before);
    setBefore(found);
    if (!isMeanwhile) throw error;
    const unseen = unseenPayment(classId, found, before);
    const what = unseen && ` Theirs is ${paymentText(unseen, organization.currency)}.`;
    throw new Error(
      `${errorMessage(error)}${what ?? ''} If yours is another one, choose Add payment once more.`,
      { cause: error },
    );
  }

  return (
    <FormModal
      title="Add payment"
      size={520}
      form={{ ...form, isDirty }}
      submitLabel="Add payment"
      onClose={onClose}
      isKept
    >
      {isBack && <DraftNotice onDiscard={discardDraft} />}
      <PaymentFields form={form} classOptions={classOptions} hasStatus={false} hasNotes />
    </FormModal>
  );
}

/** Which payment it is, and for which class: moved to another one, nobody has seen it there. */
function placeOf({ id, classId }: Subscription): string {
  return `${id} ${classId}`;
}

/** "$120.00 for Dec 1 – 31, 2026". */
function paymentText({ amountPaidCents, startDate, endDate }: Subscription, currency: string): string {
  return `${formatMoney(amountPaidCents, currency)} for ${formatDateSpan(startDate, endDate)}`;
}
