import { Button, Group } from '@mantine/core';

import { Notice } from './notice.tsx';
import classes from './stale-notice.module.css';

/** One field that two people have left different. Empty words stand for nothing entered. */
export type Difference = { field: string; label: string; theirs: string; mine: string };

/** Two versions of one thing, and the choice between them. */
export type StaleEdit = {
  /** Who saved first; null when that is not known any more. */
  by: string | null;
  differences: readonly Difference[];
  /** Saves what stands in the form in place of what they saved. */
  keepMine: () => Promise<void>;
  /** Puts what they saved into the form. */
  useTheirs: () => void;
};

/** At the top of a form whose save came second: both versions, and which one is to stay. */
export function StaleNotice({ stale, isBusy }: { stale: StaleEdit | null; isBusy: boolean }) {
  if (!stale) return null;
  const { by, differences, keepMine, useTheirs } = stale;
  return (
    <div data-stale-notice tabIndex={-1} className={classes.place}>
      <Notice tone="warning" role="alert" title={`This was changed by ${by ?? 'someone'} just now.`}>
        <Versions differences={differences} by={by} />
        <Group gap="sm" mt="sm">
          <Button disabled={isBusy} onClick={() => void keepMine()}>
            Keep mine
          </Button>
          <Button variant="default" disabled={isBusy} onClick={useTheirs}>
            Use theirs
          </Button>
        </Group>
      </Notice>
    </div>
  );
}

function Versions({ differences, by }: Pick<StaleEdit, 'differences' | 'by'>) {
  return (
    <table className={classes.versions}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{by ?? 'Theirs'}</th>
          <th scope="col">You</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, label, theirs, mine }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td>{theirs || 'Empty'}</td>
            <td>{mine || 'Empty'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
