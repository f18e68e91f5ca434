import { useDebouncedValue } from '@mantine/hooks';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import { api } from '#client/api.ts';
import { Notice } from '#ui/notice.tsx';

import { checkConflictInput, type Clash } from '../schema.ts';
import { ClashList } from './clash-list.tsx';
import classes from './early-warning.module.css';

const askAfterMs = 400;

/** What is being filled in, or null while it is not complete enough to ask about. */
export type BookingDraft = z.input<typeof checkConflictInput> | null;

/** Says quietly, while a booking is being filled in, what it would clash with. Saving decides. */
export function EarlyWarning({ draft }: { draft: BookingDraft }) {
  const clashes = useClashes(draft);
  const ofInstructor = clashes.filter(({ resource }) => resource === 'instructor');
  const ofRoom = clashes.filter(({ resource }) => resource === 'room');
  return (
    <div role="status" className={classes.warning}>
      {ofInstructor[0] && (
        <Notice tone="warning" title={`${ofInstructor[0].instructorName} already teaches then`}>
          <ClashList clashes={ofInstructor} />
        </Notice>
      )}
      {ofInstructor.length === 0 && ofRoom.length > 0 && (
        <Notice tone="warning" title="The classroom is already in use then">
          <ClashList clashes={ofRoom} />
        </Notice>
      )}
    </div>
  );
}

function useClashes(draft: BookingDraft): readonly Clash[] {
  const question = draft !== null && checkConflictInput.safeParse(draft).success ? JSON.stringify(draft) : '';
  const [asked] = useDebouncedValue(question, askAfterMs);
  const isCurrent = asked === question && asked !== '';
  // What is being saved would soon run into itself.
  const isSaving = useIsMutating() > 0;
  const { data = [] } = useQuery({
    queryKey: [...api.scheduling.key(), 'early-warning', asked],
    // The check is a POST of the public API, so it is called as one and not as the GET that queries use.
    queryFn: () => api.scheduling.checkForScheduleConflict.call(checkConflictInput.parse(JSON.parse(asked))),
    enabled: isCurrent && !isSaving,
  });
  return isCurrent ? data : [];
}
