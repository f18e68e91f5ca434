import { Modal } from '@mantine/core';
import { useCallback, useEffect, useRef, type ComponentProps, type ReactNode } from 'react';

import { LoadFailed } from '#client/load-failed.tsx';
import { useFocusReturn } from '#ui/focus-return.ts';
import { FormBody } from '#ui/form-modal.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { useModalGuard, type GuardedForm } from '#ui/modal-guard.ts';

import { FormSkeleton } from './form-skeleton.tsx';
import { useBookingOptions, type BookingOptions } from './booking-options.ts';
import type { BookingRefusal } from './booking-refusal.ts';
import { InstructorConflict } from './instructor-conflict.tsx';

/** How the form inside shows itself to its modal. */
export type WatchForm = (form: GuardedForm) => void;

type Parts = { options: BookingOptions; watchForm: WatchForm; close: () => void };
type Props = { title: string; onClose: () => void; children: (parts: Parts) => ReactNode };

/** A modal around a booking's form: loads what its selects offer, and asks before typed changes are lost. */
export function BookingModal({ title, onClose, children }: Props) {
  useFocusReturn();
  const booking = useBookingOptions();
  const form = useRef<GuardedForm>(null);
  const watchForm: WatchForm = useCallback((watched) => {
    if (!form.current) focusFirstField();
    form.current = watched;
  }, []);
  const { close, modalProps } = useModalGuard(() => form.current, onClose);

  return (
    <Modal {...modalProps} title={title} size={560}>
      {booking.error ? (
        <LoadFailed title="Failed to load initial data" asked={booking} />
      ) : (
        <LoadingRegion isLoading={!booking.options} label="Loading the form" skeleton={<FormSkeleton />}>
          {booking.options && children({ options: booking.options, watchForm, close })}
        </LoadingRegion>
      )}
    </Modal>
  );
}

type Body = ComponentProps<typeof FormBody>;
type BodyProps = Omit<Body, 'top'> & {
  form: Body['form'] & { conflict: BookingRefusal | null };
  watchForm: WatchForm;
};

/** The form inside: it stands in the way of closing once something was typed, and says who is booked already. */
export function BookingFormBody({ watchForm, ...body }: BodyProps) {
  const { form } = body;
  useEffect(() => watchForm(form), [watchForm, form]);
  return <FormBody {...body} top={<InstructorConflict refusal={form.conflict} />} />;
}

/** Until there was a form, the dialog had nothing to give the focus to but its cross, where Enter closes it. */
function focusFirstField(): void {
  const focused = document.activeElement;
  if (focused?.closest('form')) return;
  focused?.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}
