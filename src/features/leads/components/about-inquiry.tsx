import { useSignedIn } from '#client/session.ts';
import { formatDateOn } from '#shared/local-date.ts';
import { Unbroken } from '#ui/unbroken.tsx';

import type { Inquiry } from '../schema.ts';

/** "Age 9 · Sat, Nov 21": the day it came in stands where mail programs put it. */
export function AboutInquiry({ age, createdOn }: Pick<Inquiry, 'age' | 'createdOn'>) {
  const { today } = useSignedIn();
  return (
    <>
      {age !== null && `Age ${age} · `}
      <Unbroken>{formatDateOn(createdOn, today)}</Unbroken>
    </>
  );
}
