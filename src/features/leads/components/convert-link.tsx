import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Inquiry } from '../schema.ts';

/** What travels with the navigation: all that is known of the inquiry where the link stands. */
export type KnownInquiry = Pick<Inquiry, 'id' | 'fullName'> & Partial<Inquiry>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    inquiry?: KnownInquiry;
  }
}

type Props = {
  inquiry: KnownInquiry;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * Leads to the enrollment form with the inquiry's data as navigation state (spec §2), so that the form is
 * filled in at once; the id in the address lets it be loaded again after a reload.
 */
export function ConvertLink({ inquiry, className, children }: Props) {
  return (
    <Link
      to="/dashboard/manage-students"
      search={{ inquiry: inquiry.id }}
      state={{ inquiry }}
      {...(className ? { className } : {})}
    >
      {children}
    </Link>
  );
}
