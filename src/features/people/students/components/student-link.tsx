import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

type Props = AnchorProps & { studentId: string; ref?: Ref<HTMLAnchorElement>; children: ReactNode };

/** Leads to a student's profile. */
export function StudentLink({ studentId, ...anchor }: Props) {
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        <Link to="/dashboard/student-profile/$studentId" params={{ studentId }} {...props} />
      )}
    />
  );
}
