import { inquiryStatuses, type InquiryStatus } from '../schema.ts';

/** What the address says about the list (R21); what is missing has its default. */
export type InquirySearch = {
  q?: string | undefined;
  /** Part of a dance type. */
  type?: string | undefined;
  status?: string | undefined;
  view?: 'board' | undefined;
  page?: number | undefined;
};

/** Changes what is shown; `typed` changes replace the last one in the history (R22). */
export type OnSearch = (change: InquirySearch, options?: { typed?: boolean }) => void;

/** A status that is none of ours is no filter. */
export function knownStatus(status: string | undefined): InquiryStatus | null {
  return inquiryStatuses.find((known) => known === status) ?? null;
}

export function isFiltered({ q, type, status }: InquirySearch): boolean {
  return Boolean(q || type || knownStatus(status));
}

export function inputOfSearch({ q, type, status, page = 1 }: InquirySearch) {
  return { q: q ?? null, danceType: type ?? null, status: knownStatus(status), page };
}
