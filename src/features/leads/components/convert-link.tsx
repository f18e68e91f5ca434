import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSignedIn } from '#client/session.ts';

import type { Inquiry } from '../schema.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whole, for the form takes what it begins with once; and for whom, since a tab keeps it for whoever signs in next. */
    inquiry?: Inquiry & { handedTo: string };
  }
}

type Props = {
  inquiryId: string;
  /** The inquiry where the link has it: the form waits for nothing then. */
  known?: Inquiry;
  className: string | undefined;
  children: ReactNode;
};

/**
 * Leads to the enrollment form with the inquiry's data as navigation state (spec §2), so that the form is
 * filled in at once; the id in the address lets it be loaded where it is not known, and after a reload.
 */
export function ConvertLink({ inquiryId, known, className, children }: Props) {
  const { profileId } = useSignedIn();
  return (
    <Link
      to="/dashboard/manage-students"
      search={{ inquiry: inquiryId }}
      {...(known ? { state: { inquiry: { ...known, handedTo: profileId } } } : {})}
      {...(className ? { className } : {})}
    >
      {children}
    </Link>
  );
}
