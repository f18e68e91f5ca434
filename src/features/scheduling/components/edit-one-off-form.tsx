import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { api } from '#client/api.ts';
import { named } from '#client/differences.ts';
import { Notice } from '#ui/notice.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { updateOneOffInput, type OneOffSession } from '../one-offs/schema.ts';
import { useBookingForm } from './booking-form.ts';
import { BookingFormBody, type WatchForm } from './booking-modal.tsx';
import type { BookingOptions } from './booking-options.ts';
import { OneOffFields, PriceFields } from './one-off-fields.tsx';
import { draftOfOneOff, valuesOfOneOff } from './one-off-values.ts';

type Props = {
  session: OneOffSession;
  options: BookingOptions;
  watchForm: WatchForm;
  onSaved: () => void;
  onCancel: () => void;
};

/** Moves or changes a one-off session; of a cancelled one, what was paid for it. */
export function EditOneOffForm({ session, options, watchForm, onSaved, onCancel }: Props) {
  const queries = useQueryClient();
  const update = useMutation(
    api.scheduling.oneOffs.update.mutationOptions({
      meta: { invalidates: [api.scheduling.key(), api.leads.list.key()] },
    }),
  );
  const form = useBookingForm({
    schema: updateOneOffInput.check(
      z.refine(({ studentId }) => studentId !== null || session.student === null, {
        error: 'Choose a student.',
        path: ['studentId'],
      }),
    ),
    initialValues: valuesOfOneOff(session),
    edited: {
      version: session.version,
      newest,
      words: {
        danceTypeId: named(options.danceTypes),
        instructorId: named(options.instructors),
        roomId: named(options.rooms),
      },
    },
    toInput: (values, version) => ({
      ...values,
      id: session.id,
      version,
      inquiryId: session.inquiry?.id ?? null,
      classId: session.classId,
    }),
    save: (input) => update.mutateAsync(input),
    onSaved: ({ title }) => {
      toastSuccess(`${title} was updated.`);
      onSaved();
    },
  });

  async function newest() {
    const asked = api.scheduling.oneOffs.get.queryOptions({ input: { id: session.id } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 });
    const people = [session.student, found.student].filter((person) => person !== null);
    const names = Object.fromEntries(people.map(({ id, fullName }) => [id, fullName]));
    return { version: found.version, values: valuesOfOneOff(found), names };
  }

  return (
    <BookingFormBody form={form} watchForm={watchForm} onCancel={onCancel}>
      {session.isCancelled ? (
        <>
          <Notice tone="neutral">
            This session was cancelled. Its price and whether it is paid can still be corrected.
          </Notice>
          <PriceFields form={form} />
        </>
      ) : (
        <OneOffFields
          form={form}
          options={options}
          draftOf={(values) => draftOfOneOff(values, session.id)}
          session={session}
        />
      )}
    </BookingFormBody>
  );
}
