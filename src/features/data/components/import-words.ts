import type { ImportKind, LeftOut } from '#features/data/schema.ts';
import { counted } from '#shared/counted.ts';

type Words = { label: string; one: string; many: string; listPath: string };

/** How screens speak of what is imported, and where it is seen afterwards. */
export const importWords: Readonly<Record<ImportKind, Words>> = {
  students: { label: 'Students', one: 'student', many: 'students', listPath: '/dashboard/manage-students' },
  instructors: {
    label: 'Instructors',
    one: 'instructor',
    many: 'instructors',
    listPath: '/dashboard/manage-instructors',
  },
  classes: { label: 'Classes', one: 'class', many: 'classes', listPath: '/dashboard/manage-classes' },
};

/** "1 class", "12 students". */
export function countedOf(kind: ImportKind, count: number): string {
  const { one, many } = importWords[kind];
  return counted(count, one, many);
}

/** "1 deleted student, 2 with another role than student"; empty when no row is left out. */
export function leftOutWords({ deleted, otherRole }: LeftOut, kind: ImportKind): string {
  const { one, many } = importWords[kind];
  return [
    deleted > 0 && counted(deleted, `deleted ${one}`, `deleted ${many}`),
    otherRole > 0 && `${otherRole} with another role than ${one}`,
  ]
    .filter(Boolean)
    .join(', ');
}
