import { createHash } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import type { Plan } from '#features/data/imports/plan.ts';
import { importColumns } from '#features/data/rules/columns.ts';
import { readDay, readTime, readWeekdays } from '#features/data/rules/cells.ts';
import type { Sheet } from '#features/data/rules/sheet.ts';
import type { Finding, ImportReport } from '#features/data/schema.ts';
import { counted } from '#shared/counted.ts';
import { formatDate } from '#shared/local-date.ts';
import { formatTime } from '#shared/time-range.ts';
import { formatWeekdays } from '#shared/weekday.ts';

// More than anybody corrects at one sitting.
const findingsShown = 200;
const rowsShown = 3;

/** What the caller is told about a file. */
export function reportOf(sheet: Sheet, { problems: found, warnings, creates }: Plan): ImportReport {
  const problems = [...sheet.problems, ...found];
  return {
    kind: sheet.kind,
    creates: problems.length > 0 ? 0 : creates,
    problems: firstByRow(problems),
    problemCount: problems.length,
    warnings: firstByRow(warnings),
    warningCount: warnings.length,
    warningsFingerprint: warnings.length > 0 ? fingerprintOf(warnings) : null,
    ignoredColumns: sheet.ignoredColumns.slice(0, findingsShown),
    leftOut: sheet.leftOut,
    preview: sheet.rows
      .slice(0, rowsShown)
      .map(({ cells }) =>
        importColumns[sheet.kind]
          .filter(({ field }) => cells.has(field))
          .map(({ field, header }) => ({ column: header, value: understood(field, cells.get(field) ?? '') })),
      ),
  };
}

/** Refuses a file that is not good as a whole, or has warnings nobody accepted. Nothing of it is stored then. */
export function refuseReport(
  report: ImportReport,
  { acceptedWarnings }: { acceptedWarnings: string | null },
): void {
  const { problemCount, warningCount, warningsFingerprint } = report;
  const isAccepted = warningsFingerprint === null || warningsFingerprint === acceptedWarnings;
  if (problemCount === 0 && isAccepted) return;
  const reason =
    problemCount > 0
      ? `${counted(problemCount, 'problem')} must be corrected first.`
      : acceptedWarnings === null
        ? `there ${warningCount === 1 ? 'is' : 'are'} ${counted(warningCount, 'warning')} to confirm.`
        : 'the warnings have changed since they were looked at.';
  throw new ORPCError('IMPORT_REFUSED', {
    status: 409,
    message: `Nothing was imported: ${reason}`,
    data: report,
  });
}

function fingerprintOf(warnings: readonly Finding[]): string {
  return createHash('sha256').update(JSON.stringify(warnings)).digest('base64url');
}

// What could be read in two ways is shown as it was: 4/5/2026 as a day in April, Mon-Wed as three days, 5:00 as AM.
function understood(field: string, cell: string): string {
  const weekdays = field === 'daysOfWeek' ? readWeekdays(cell) : null;
  if (weekdays) return formatWeekdays(weekdays);
  const time = /time$/i.test(field) ? readTime(cell) : null;
  if (time) return formatTime(time);
  const day = /date/i.test(field) ? readDay(cell) : null;
  return day ? formatDate(day, true) : cell.slice(0, 120);
}

function firstByRow(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => a.row - b.row).slice(0, findingsShown);
}
