import { isRefusedAs } from '#client/failure.ts';

/** The student an inquiry had become before, when that is why an enrollment was refused. */
export function convertedStudent(error: unknown): string | null {
  if (!isRefusedAs(error, 'ALREADY_CONVERTED') || !(error instanceof Error) || !('data' in error))
    return null;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('studentId' in data)) return null;
  return typeof data.studentId === 'string' ? data.studentId : null;
}
