import type { StudentsSearch } from '#features/people/students/components/students-search.ts';

/** What the address of Manage Students says (R21): the list's filters, and the inquiry somebody is enrolled from. */
export type ManageStudentsSearch = StudentsSearch & { inquiry?: string | undefined };
