import type { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';

import { useApiForm } from '#client/form.ts';

import { bookingRefusal, type BookingRefusal } from './booking-refusal.ts';
import { warnRoomBusy } from './room-conflict-modal.tsx';

/** What the fields of a form need of it. */
export type FieldsOf<Values extends Record<string, unknown>> = Pick<
  ReturnType<typeof useForm<Values>>,
  'key' | 'getInputProps' | 'getValues' | 'setFieldValue' | 'useWatchValue'
>;

/**
 * A form that books an instructor and a room: useApiForm, and what the schedule may answer (spec §4, §5).
 * A busy instructor blocks: `conflict` is for InstructorConflict at the top of the form, and the field
 * `instructorId` carries the text too. A busy room asks first and then saves with `ignoreRoomConflict`.
 * Nothing typed is lost either way.
 */
export function useBookingForm<Values extends Record<string, unknown>, Schema extends z.ZodMiniType, Result>(
  options: Parameters<typeof useApiForm<Values, Schema, Result>>[0],
) {
  const ignoresRoom = useRef(false);
  const [conflict, setConflict] = useState<BookingRefusal | null>(null);
  const form = useApiForm<Values, Schema, Result>({
    ...options,
    toInput: (values, version) => ({
      ...asObject(options.toInput ? options.toInput(values, version) : values),
      // Only when it is: not everything that is saved this way can ask about the room.
      ...(ignoresRoom.current ? { ignoreRoomConflict: true } : {}),
    }),
    save: (input) => {
      setConflict(null);
      return options.save(input);
    },
    onRefused: (error, input) => {
      const refusal = bookingRefusal(error);
      if (!refusal) return options.onRefused?.(error, input) ?? false;
      if (refusal.resource === 'room') warnRoomBusy(refusal, bookAnyway);
      else blockInstructor(refusal);
      return true;
    },
  });

  // Once a field that decides about the clash is changed, the old answer says nothing any more.
  for (const field of decisiveFields) form.watch(field, forgetConflict);

  async function bookAnyway() {
    ignoresRoom.current = true;
    await form.submit();
    ignoresRoom.current = false;
  }

  function blockInstructor(refusal: BookingRefusal) {
    setConflict(refusal);
    form.setFieldError('instructorId', refusal.message);
  }

  function forgetConflict() {
    if (!conflict) return;
    setConflict(null);
    form.clearFieldError('instructorId');
  }

  return { ...form, conflict };
}

const decisiveFields = [
  'instructorId',
  'daysOfWeek',
  'startTime',
  'endTime',
  'sessionStartDate',
  'sessionEndDate',
  'sessionDate',
  'appliesFrom',
];

function asObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {};
}
