import { useSignedIn } from '#client/session.ts';
import { formatDateOn } from '#shared/local-date.ts';
import { Unbroken } from '#ui/unbroken.tsx';

import type { Inquiry } from '../schema.ts';

/**
 * "Age 9 · Sat, Nov 21": the day it came in stands where mail programs put it. An age told on another day says when, for
 * it is that day's: "Age 9 on Tue, Nov 24 · Sat, Nov 21".
 */
export function AboutInquiry({
  age,
  ageToldOn,
  createdOn,
}: Pick<Inquiry, 'age' | 'ageToldOn' | 'createdOn'>) {
  const { today } = useSignedIn();
  const isToldLater = ageToldOn !== null && ageToldOn !== createdOn;
  return (
    <>
      {age !== null && (
        <>
          <Unbroken>
            {isToldLater ? `Age ${age} on ${formatDateOn(ageToldOn, today)}` : `Age ${age}`}
          </Unbroken>
          {' · '}
        </>
      )}
      <Unbroken>{formatDateOn(createdOn, today)}</Unbroken>
    </>
  );
}
