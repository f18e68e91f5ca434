import { Button } from '@mantine/core';

import { mayDiscard } from './confirm.ts';
import { Notice } from './notice.tsx';

/** Says that what was filled in before and not saved is back, and asks before it is discarded. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const discard = async () => {
    if (await mayDiscard()) onDiscard();
  };
  return (
    <div data-noprint>
      <Notice
        tone="info"
        role="status"
        action={
          <Button variant="default" onClick={() => void discard()}>
            Discard it
          </Button>
        }
      >
        What you filled in is back, not yet saved.
      </Notice>
    </div>
  );
}
