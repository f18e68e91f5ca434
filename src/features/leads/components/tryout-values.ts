import type { BookingOptions } from '#features/scheduling/components/booking-options.ts';
import type { BookingDraft } from '#features/scheduling/components/early-warning.tsx';
import type { LocalDate } from '#shared/local-date.ts';

import type { Inquiry } from '../schema.ts';

export type TryoutValues = {
  instructorId: string | null;
  roomId: string | null;
  danceTypeId: string | null;
  sessionDate: string;
  startTime: string;
  endTime: string;
  isPaid: boolean;
  priceCents: number | null;
};

/** An empty form, with the dance type the inquiry names, if the studio has it. */
export function newTryout(
  { danceTypeInterest }: Inquiry,
  { danceTypes }: BookingOptions,
  today: LocalDate,
): TryoutValues {
  const interest = danceTypeInterest?.toLowerCase() ?? '';
  const named = danceTypes.filter(({ label }) => interest.includes(label.toLowerCase()));
  // Street Jazz names Jazz, too, and is not it.
  const [wanted] = named.toSorted((a, b) => b.label.length - a.label.length);
  return {
    instructorId: null,
    roomId: null,
    danceTypeId: wanted?.value ?? null,
    sessionDate: today,
    startTime: '',
    endTime: '',
    isPaid: false,
    priceCents: null,
  };
}

/** What is sent of a tryout: the price only when it is paid, as it is hidden otherwise. */
export function inputOf({ instructorId, roomId, priceCents, ...values }: TryoutValues, inquiryId: string) {
  return {
    ...values,
    inquiryId,
    instructorId: instructorId ?? '',
    roomId: roomId ?? '',
    priceCents: values.isPaid ? priceCents : null,
  };
}

/** What to ask about early; null until there is somebody or somewhere to be busy. */
export function draftOfTryout(values: TryoutValues): BookingDraft {
  const { instructorId, roomId, sessionDate, startTime, endTime } = values;
  return instructorId || roomId ? { instructorId, roomId, sessionDate, startTime, endTime } : null;
}
