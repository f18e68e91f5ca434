import { studentsPerPage } from '../schema.ts';

/** What the address says about the list (R21); what is missing has its default. */
export type StudentsSearch = {
  q?: string | undefined;
  /** Id of a dance type. */
  type?: string | undefined;
  page?: number | undefined;
};

/** Changes what is shown; `typed` changes replace the last one in the history (R22). */
export type OnSearch = (change: StudentsSearch, options?: { typed?: boolean }) => void;

export function isFiltered({ q, type }: StudentsSearch): boolean {
  return Boolean(q || type);
}

export function inputOfSearch({ q, type, page = 1 }: StudentsSearch) {
  return { q: q ?? null, danceTypeId: type ?? null, page, limit: studentsPerPage };
}
