import { counted } from '#shared/counted.ts';

/** The name of an instructor whose personal data was erased. */
export const deletedInstructorName = 'Deleted instructor';

/** Of an instructor who is not there, or not any more (spec §8). */
export const instructorMissing = 'Instructor not found';

/** What an instructor still teaches, from today on. */
export type Teaching = { classes: number; sessions: number };

/** Why an instructor can not be deleted yet, or null when nothing is in the way. */
export function refuseDeletion(fullName: string, { classes, sessions }: Teaching): string | null {
  const held = [
    classes > 0 && counted(classes, 'current or future class', 'current or future classes'),
    sessions > 0 && counted(sessions, 'future one-time session'),
  ].filter(Boolean);
  if (held.length === 0) return null;
  return `${fullName} still teaches ${held.join(' and ')}. Give them to another instructor or delete them first.`;
}
