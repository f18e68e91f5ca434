import type { AttendanceChange, AttendanceFacts } from '../schema.ts';

/** One change of a log in a sentence: "Ana Ruiz: Present → Absent". */
export function changeWords({ studentName, before, after }: AttendanceChange): string {
  if (!before?.status && !after?.status) {
    return `${studentName ?? 'A student'}: ${presence(before)} → ${presence(after)}`;
  }
  const changes = [
    changed('Session', before?.status, after?.status),
    changed('Taught by', before?.instructorName, after?.instructorName),
    changed('Notes', before?.notes, after?.notes),
  ].filter((change) => change !== null);
  return changes.length > 0 ? changes.join('; ') : 'Saved again without changes to the log itself';
}

function presence(facts: AttendanceFacts | null): string {
  if (facts?.isPresent === undefined) return 'removed';
  return facts.isPresent ? 'Present' : 'Absent';
}

function changed(
  name: string,
  from: string | null | undefined,
  to: string | null | undefined,
): string | null {
  return (from ?? '') === (to ?? '') ? null : `${name}: ${from || 'none'} → ${to || 'none'}`;
}
