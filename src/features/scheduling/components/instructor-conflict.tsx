import { useEffect, useRef } from 'react';

import { Notice } from '#ui/notice.tsx';

import type { BookingRefusal } from './booking-refusal.ts';
import { ClashList } from './clash-list.tsx';

/** Spec §5: an instructor who is already booked blocks. Stands at the top of the form and takes focus (R17). */
export function InstructorConflict({ refusal }: { refusal: BookingRefusal | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) box.current?.focus();
  }, [refusal]);
  if (!refusal) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="danger" role="alert" title={refusal.message}>
        <ClashList clashes={refusal.clashes} />
      </Notice>
    </div>
  );
}
