import type { AttendanceChange, AttendanceFacts } from '../schema.ts';

/** One change of a log in a sentence: "Ana Ruiz: Present → Absent". */
export function changeWords({ studentName, before, after }: AttendanceChange): string {
  if (!before?.status && !after?.status) {
    return `${studentName ?? 'A student'}: ${presence(before) ?? 'not recorded'} → ${presence(after) ?? 'removed'}`;
  }
  const changes = [
    changed('Session', before?.status, after?.status),
    taughtBy(before, after),
    changed('Notes', before?.notes, after?.notes),
  ].filter((change) => change !== null);
  return changes.length > 0 ? changes.join('; ') : 'Saved again without changes to the log itself';
}

function presence(facts: AttendanceFacts | null): string | null {
  if (facts?.isPresent === undefined) return null;
  return facts.isPresent ? 'Present' : 'Absent';
}

/** Two may have one name, as all have who were deleted. */
function taughtBy(before: AttendanceFacts | null, after: AttendanceFacts | null): string | null {
  const isAnother = before?.instructorId !== after?.instructorId;
  const name = after?.instructorName;
  const to = isAnother && name === before?.instructorName ? `another ${name}` : name;
  return changed('Taught by', before?.instructorName, to);
}

function changed(
  name: string,
  from: string | null | undefined,
  to: string | null | undefined,
): string | null {
  return (from ?? '') === (to ?? '') ? null : `${name}: ${from || 'none'} → ${to || 'none'}`;
}
