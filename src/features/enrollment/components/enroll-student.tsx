import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode, type Ref } from 'react';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { useApiForm, useFreshStart } from '#client/form.ts';
import { useKeptDraft } from '#client/kept-draft.ts';
import { useSignedIn } from '#client/session.ts';
import type { Inquiry } from '#features/leads/schema.ts';
import { StudentFields } from '#features/people/students/components/student-fields.tsx';
import type { StudentValues } from '#features/people/students/components/student-values.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';
import { confirmPlain } from '#ui/confirm.ts';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { FormSummary } from '#ui/form-summary.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { enrollStudentInput } from '../schema.ts';
import { CartItemForm } from './cart-item-form.tsx';
import { Cart } from './cart.tsx';
import { inputOfLine, newEnrollment, type CartLine, type ItemValues } from './enrollment-draft.ts';
import classes from './enroll-student.module.css';

const CartSheet = lazyPart(
  () => import('./cart-sheet.tsx'),
  ({ CartSheet }) => CartSheet,
);
// Nobody needs it before a name is typed.
const NamesakeNotice = lazyPart(
  () => import('#features/people/students/components/namesake-notice.tsx'),
  ({ NamesakeNotice }) => NamesakeNotice,
);

export type Enrolled = { studentId: string; fullName: string };

type Props = {
  offered: readonly ClassRule[];
  /** The inquiry this student comes from: what it knows is filled in. */
  inquiry: Inquiry | null;
  /** It was deleted since: they are enrolled without it. */
  isInquiryGone: boolean;
  banner: ReactNode;
  nameRef: Ref<HTMLInputElement>;
  onEnrolled: (student: Enrolled) => void;
  onDiscard: () => void;
};

/** The enrollment form beside its cart (R41). Give it a new key to start again from blank. */
export function EnrollStudent(props: Props) {
  const { offered, inquiry, isInquiryGone, banner, nameRef, onEnrolled, onDiscard } = props;
  const { today, organization } = useSignedIn();
  const draft = useKeptDraft(
    `enrollment${inquiry ? `.${inquiry.id}` : ''}`,
    newEnrollment(today, inquiry ?? {}),
  );
  const [cart, setCart] = useState(draft.initialValues.cart);
  const isSaved = useRef(false);
  const queries = useQueryClient();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const formId = useId();
  const itemForm = useForm<ItemValues>({ mode: 'uncontrolled', initialValues: draft.initialValues.item });
  const enroll = useMutation(
    api.enrollment.enrollStudent.mutationOptions({
      meta: {
        invalidates: [
          api.people.students.key(),
          api.enrollment.key(),
          api.scheduling.classes.key(),
          api.leads.key(),
        ],
      },
    }),
  );
  const initialValues = { studentDetails: draft.initialValues.studentDetails };
  const form = useApiForm({
    schema: enrollStudentInput,
    initialValues,
    toInput: (values) => ({
      ...values,
      enrollmentItems: cart.map(inputOfLine),
      inquiryId: isInquiryGone ? null : (inquiry?.id ?? null),
    }),
    save: (input) => askOnce('enrollment.enrollStudent', input, (keyed) => enroll.mutateAsync(keyed), 'form'),
    onSaved: ({ studentId }) => {
      isSaved.current = true;
      draft.forget();
      // spec §8
      toastSuccess('Student successfully enrolled with all selected classes and subscriptions.');
      // Who has left the form meanwhile is elsewhere by now.
      if (form.formProps.ref.current)
        onEnrolled({ studentId, fullName: form.getValues().studentDetails.fullName.trim() });
    },
    onRefused: () => {
      // What became of the inquiry or of a class in the cart may be why.
      for (const queryKey of [api.leads.get.key(), api.scheduling.classes.list.key()])
        void queries.invalidateQueries({ queryKey });
      return false;
    },
  });
  useFreshStart(form, initialValues);
  useFreshStart(itemForm, draft.initialValues.item);
  const typed = () => ({ ...form.getValues(), item: itemForm.getValues(), cart });
  draft.useKeeping(typed);
  useLeaveGuard(() => !isSaved.current && draft.isChanged(typed()), {
    part: 'inquiry',
    isKept: true,
  });

  function changeCart(next: CartLine[]) {
    if (form.saving) return;
    setCart(next);
    form.clearFieldError('enrollmentItems');
  }

  // What is filled in and not in the cart is neither enrolled nor paid for: nobody means to leave it out unknowingly.
  function enrollNow() {
    const left = nameOfItem(itemForm.getValues(), offered);
    if (left === null || cart.length === 0 || form.saving) return void form.submit();
    let isWanted = false;
    confirmPlain({
      title: `${left} is not in the cart yet`,
      body: 'Go back and choose Add to cart to enroll in it as well.',
      confirmLabel: 'Enroll without it',
      cancelLabel: 'Go back',
      onConfirm: () => Promise.resolve((isWanted = true)),
      onClose: () => {
        if (isWanted) void form.submit();
      },
    });
  }

  const submit = (
    <SubmitButton fullWidth form={formId} isBusy={form.saving} busyLabel="Enrolling...">
      Enroll student
    </SubmitButton>
  );
  const cartProps = {
    cart,
    offered,
    today,
    currency: organization.currency,
    onRemove: (classId: string) => changeCart(cart.filter((line) => line.classId !== classId)),
  };

  return (
    <div className={classes.enroll}>
      <section className={classes.panel} aria-labelledby="enroll-student">
        <h2 id="enroll-student" className={classes.heading}>
          Enroll a student
        </h2>
        {banner}
        {draft.isBack && <DraftNotice onDiscard={onDiscard} />}
        <form
          id={formId}
          {...form.formProps}
          className={classes.student}
          aria-label="Student"
          onSubmit={(event) => {
            event.preventDefault();
            enrollNow();
          }}
        >
          <FormSummary problems={form.problems} />
          <div className={classes.fields}>
            <StudentFields
              form={form}
              at="studentDetails."
              today={today}
              nameRef={nameRef}
              notice={<Namesakes form={form} />}
              {...(inquiry ? { prefilled: { fields: fieldsKnown(inquiry), words: 'From the inquiry' } } : {})}
            />
          </div>
        </form>
        <h3 className={classes.subheading}>Classes and payments</h3>
        <div inert={form.saving}>
          <CartItemForm
            form={itemForm}
            cart={cart}
            offered={offered}
            today={today}
            onAdd={(line) => changeCart([...cart, line])}
          />
        </div>
      </section>
      {isPhone ? (
        <CartSheet {...cartProps} isBusy={form.saving} onSubmit={enrollNow} />
      ) : (
        <section className={classes.cart} aria-labelledby="enrollment-cart">
          <h2 id="enrollment-cart" className={classes.heading}>
            Enrollment Cart
          </h2>
          <Cart {...cartProps} submit={submit} />
        </section>
      )}
    </div>
  );
}

type NamedForm = Pick<ReturnType<typeof useForm<{ studentDetails: StudentValues }>>, 'useWatchValue'> & {
  saving: boolean;
};

// On its own, so that only this is drawn anew with every key pressed.
function Namesakes({ form }: { form: NamedForm }) {
  return <NamesakeNotice fullName={form.useWatchValue('studentDetails.fullName')} isSaving={form.saving} />;
}

/** What the item that is being filled in is called; null while it is blank. */
function nameOfItem(item: ItemValues, offered: readonly ClassRule[]): string | null {
  const { classId, amountPaidCents, numberOfSessions } = item;
  if (classId !== null) return offered.find(({ id }) => id === classId)?.name ?? 'A class';
  return amountPaidCents === null && numberOfSessions === '' ? null : 'A class';
}

const details = ['fullName', 'email', 'phoneNumber', 'gender'] as const satisfies (keyof StudentValues)[];

function fieldsKnown(inquiry: Inquiry): ReadonlySet<keyof StudentValues> {
  return new Set(details.filter((field) => inquiry[field]));
}
