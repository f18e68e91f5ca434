import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { reworded } from '#client/failure.ts';
import { useFreshStart } from '#client/form.ts';
import { useSignedIn } from '#client/session.ts';
import { useBookingForm } from '#features/scheduling/components/booking-form.ts';
import { BookingFormBody, type WatchForm } from '#features/scheduling/components/booking-modal.tsx';
import type { BookingOptions } from '#features/scheduling/components/booking-options.ts';
import type { FormProblem } from '#ui/form-summary.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { missingTryoutField, scheduleTryoutInput, type Inquiry } from '../schema.ts';
import { TryoutFields } from './tryout-fields.tsx';
import { inputOf, newTryout } from './tryout-values.ts';

type Props = {
  inquiry: Inquiry;
  options: BookingOptions;
  /** Told whether there is anything to lose by closing. */
  watchForm: WatchForm;
  onSaved: () => void;
  onCancel: () => void;
};

/** Books a tryout for an inquiry; on success the inquiry becomes Tryout Scheduled (spec §4). */
export function TryoutForm({ inquiry, options, watchForm, onSaved, onCancel }: Props) {
  const { today } = useSignedIn();
  const initialValues = newTryout(inquiry, options, today);
  const schedule = useMutation(
    api.leads.scheduleTryout.mutationOptions({
      meta: { invalidates: [api.leads.key(), api.scheduling.key(), api.attendance.key()] },
    }),
  );
  const form = useBookingForm({
    schema: scheduleTryoutInput,
    initialValues,
    toInput: (values) => inputOf(values, inquiry.id),
    // spec §8
    save: (input) =>
      reworded(
        askOnce('leads.scheduleTryout', input, (keyed) => schedule.mutateAsync(keyed), inquiry.id),
        'Failed to schedule tryout: ',
      ),
    onSaved: () => {
      toastSuccess('Tryout scheduled successfully!');
      onSaved();
    },
  });
  useFreshStart(form, initialValues);

  return (
    <BookingFormBody
      form={{ ...form, problems: summarized(form.problems) }}
      watchForm={watchForm}
      submitLabel="Schedule Tryout"
      busyLabel="Scheduling..."
      onCancel={onCancel}
    >
      <TryoutFields form={form} options={options} inquiry={inquiry} today={today} />
    </BookingFormBody>
  );
}

// spec §5 says once that fields are missing; each of them says it of itself.
function summarized(problems: readonly FormProblem[]): FormProblem[] {
  const isMissing = ({ message }: FormProblem) => message === missingTryoutField;
  const others = problems.filter((problem) => !isMissing(problem));
  return problems.some(isMissing) ? [{ field: null, message: missingTryoutField }, ...others] : others;
}
