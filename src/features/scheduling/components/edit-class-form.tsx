import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { api } from '#client/api.ts';
import { named } from '#client/differences.ts';
import { reworded } from '#client/failure.ts';
import { useStudioClock } from '#client/session.ts';
import { toastSuccess } from '#ui/toast.ts';

import { changesFrom } from '../rules.ts';
import { updateClassInput, type ClassRule } from '../schema.ts';
import { AppliesFrom, type ClassChange } from './applies-from.tsx';
import { useBookingForm } from './booking-form.ts';
import { BookingFormBody, type WatchForm } from './booking-modal.tsx';
import type { BookingOptions } from './booking-options.ts';
import { ClassFields } from './class-fields.tsx';
import { draftOfClass, holdsFromDay, valuesOfClass } from './class-values.ts';

type Props = {
  rule: ClassRule;
  options: BookingOptions;
  watchForm: WatchForm;
  onSaved: () => void;
  onCancel: () => void;
};

/** Changes a class rule; what took place before, its cancelled dates and past attendance stay as they are. */
export function EditClassForm({ rule, options, watchForm, onSaved, onCancel }: Props) {
  const queries = useQueryClient();
  const update = useMutation(
    api.scheduling.classes.update.mutationOptions({ meta: { invalidates: [api.scheduling.key()] } }),
  );
  const now = useStudioClock();
  // As it was last seen: what somebody else has changed meanwhile is no change of this form.
  const seen = useRef(rule);
  const form = useBookingForm<ClassChange, typeof updateClassInput, ClassRule>({
    schema: updateClassInput,
    initialValues: { ...valuesOfClass(rule), appliesFrom: changesFrom(rule, now) },
    edited: {
      version: rule.version,
      newest,
      words: {
        danceTypeId: named(options.danceTypes),
        instructorId: named(options.instructors),
        roomId: named(options.rooms),
      },
    },
    toInput: (values, version) => ({
      ...values,
      // Without a change it would say that the class was as it is from an earlier day on.
      appliesFrom: holdsFromDay(values, seen.current, now.date) ? values.appliesFrom : '',
      id: rule.id,
      version,
    }),
    // spec §8
    save: (input) => reworded(update.mutateAsync(input), 'Error updating class: '),
    onSaved: ({ name }) => {
      toastSuccess(`${name} was updated.`);
      onSaved();
    },
  });
  // What the change would run into is asked from that day on.
  form.useWatchValue('appliesFrom');

  async function newest(): Promise<{ version: number; values: ClassChange }> {
    const asked = api.scheduling.classes.get.queryOptions({ input: { id: rule.id } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 });
    seen.current = found;
    return {
      version: found.version,
      values: { ...valuesOfClass(found), appliesFrom: form.getValues().appliesFrom },
    };
  }

  return (
    <BookingFormBody form={form} watchForm={watchForm} onCancel={onCancel}>
      <ClassFields form={form} options={options} draftOf={() => draftOfChange(form.getValues(), rule.id)}>
        <AppliesFrom form={form} rule={seen.current} today={now.date} />
      </ClassFields>
    </BookingFormBody>
  );
}

// What took place before the change is no clash of it.
function draftOfChange({ appliesFrom, ...values }: ClassChange, id: string) {
  const { sessionStartDate } = values;
  return draftOfClass(
    { ...values, sessionStartDate: appliesFrom > sessionStartDate ? appliesFrom : sessionStartDate },
    id,
  );
}
