import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { opensHere } from '#ui/go-back.ts';

import type { Sheet } from '../schema.ts';
import classes from './attendance.module.css';

type Props = {
  sheet: Sheet;
  /** Told that the way is taken, in this tab. */
  onLeave?: () => void;
};

/** The way for who was there and is not on the sheet: to the class's roster, with its date filled in. */
export function SomebodyMissing({ sheet: { class: session, date, may }, onLeave }: Props) {
  if (!may.enroll) return null;
  return (
    <p className={classes.missing} data-noprint>
      Somebody missing?{' '}
      <Anchor
        inherit
        onClick={(event) => {
          if (opensHere(event)) onLeave?.();
        }}
        renderRoot={(props) => (
          <Link
            to="/dashboard/class-roster/$classId"
            params={{ classId: session.id }}
            search={{ from: date }}
            {...props}
          />
        )}
      >
        Enroll them from this day
      </Anchor>
    </p>
  );
}
