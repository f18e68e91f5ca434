import { expect, it } from 'vitest';
import { inputOf, newTryout } from '#features/leads/components/tryout-values.ts';
import { scheduleTryoutInput, type Inquiry } from '#features/leads/schema.ts';
import type { BookingOptions } from '#features/scheduling/components/booking-options.ts';

const values = {
  instructorId: '6d0dfd27-4ee0-4c1e-9f0a-0fd2b0b3a2ab',
  roomId: '6d0dfd27-4ee0-4c1e-9f0a-0fd2b0b3a2ac',
  danceTypeId: null,
  sessionDate: '2026-11-23',
  startTime: '17:00',
  endTime: '18:00',
};
const inquiryId = '6d0dfd27-4ee0-4c1e-9f0a-0fd2b0b3a2ad';

it('takes no price of a tryout that is not paid: what was typed into a field that is hidden now is in nobody’s way', () => {
  const typed = { ...values, priceCents: '12.345' as never };
  expect(scheduleTryoutInput.safeParse(inputOf({ ...typed, isPaid: false }, inquiryId)).success).toBe(true);
  expect(
    scheduleTryoutInput.safeParse(inputOf({ ...typed, isPaid: true }, inquiryId)).error?.issues,
  ).toMatchObject([{ path: ['priceCents'], message: 'Please enter a valid price for paid tryouts.' }]);
});

it.each([
  ['Street Jazz', 'Street Jazz'],
  ['jazz, for beginners', 'Jazz'],
  ['Jazz Funk in the evening', 'Jazz Funk'],
  ['Salsa', null],
  [null, null],
])('begins with the dance type that an interest in %s names', (danceTypeInterest, named) => {
  const names = ['Hip Hop', 'Jazz', 'Jazz Funk', 'Street Jazz'];
  const danceTypes = names.map((name) => ({ value: name, label: name }));
  const tryout = newTryout(
    { danceTypeInterest } as Inquiry,
    { danceTypes } as BookingOptions,
    values.sessionDate,
  );
  expect(tryout.danceTypeId).toBe(named);
});
