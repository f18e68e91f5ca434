import { Checkbox } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import type { Finding, ImportReport } from '#features/data/schema.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { Notice } from '#ui/notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

import { countedOf, leftOutWords } from './import-words.ts';
import classes from './your-data.module.css';

type Props = { report: ImportReport; isStoring: boolean; onImport: () => void };

/** What importing the chosen file would do: what is wrong with it, or what it would create. */
export function ImportReportPanel({ report, isStoring, onImport }: Props) {
  const { problemCount } = report;
  const leftOut = leftOutWords(report.leftOut, report.kind);
  return (
    <div className={classes.report}>
      {problemCount > 0 ? (
        <Notice tone="danger" role="alert" title="This file cannot be imported yet">
          {problemCount === 1 ? 'One thing needs' : `${problemCount} things need`} correcting. Nothing was
          stored. Correct {problemCount === 1 ? 'it' : 'them'} in your spreadsheet, save it as CSV and choose
          it again.
        </Notice>
      ) : (
        <Notice tone="success" role="status">
          This file is fine: {countedOf(report.kind, report.creates)} would be created. Nothing is stored yet.
        </Notice>
      )}
      {report.ignoredColumns.length > 0 && (
        <Notice tone="info">Columns that are left out: {report.ignoredColumns.join(', ')}.</Notice>
      )}
      {leftOut !== '' && <Notice tone="info">Rows that are left out: {leftOut}.</Notice>}
      <Findings
        caption="What to correct"
        header="What is wrong"
        findings={report.problems}
        count={problemCount}
      />
      <Findings
        caption="What to look at"
        header="What to know"
        findings={report.warnings}
        count={report.warningCount}
      />
      {problemCount === 0 && <Preview report={report} />}
      {problemCount === 0 && <Confirmation report={report} isStoring={isStoring} onImport={onImport} />}
    </div>
  );
}

type FindingsProps = { caption: string; header: string; findings: readonly Finding[]; count: number };

function Findings({ caption, header, findings, count }: FindingsProps) {
  if (count === 0) return null;
  const columns: Column<NumberedFinding>[] = [
    { key: 'row', header: 'Row', isName: true, cell: ({ row }) => `Row ${row}` },
    { key: 'column', header: 'Column', cell: ({ column }) => column ?? 'Whole row' },
    { key: 'message', header, cell: ({ message }) => message },
  ];
  const title = count > findings.length ? `${caption} (the first ${findings.length} of ${count})` : caption;
  return (
    <section aria-label={title}>
      <h3 className={classes.tableTitle}>{title}</h3>
      <DataTable
        caption={title}
        columns={columns}
        rows={findings.map((finding, number) => ({ ...finding, number }))}
        rowKey={({ number }) => `${caption}-${number}`}
      />
    </section>
  );
}

type NumberedFinding = Finding & { number: number };

function Preview({ report: { preview } }: { report: ImportReport }) {
  const columns = (preview[0] ?? []).map(({ column }, index): Column<NumberedRow> => ({
    key: column,
    header: column,
    isName: index === 0,
    cell: ({ cells }) => cells[index]?.value || '–',
  }));
  const title =
    preview.length === 1 ? 'How it is understood' : `How the first ${preview.length} are understood`;
  return (
    <section aria-label={title}>
      <h3 className={classes.tableTitle}>{title}</h3>
      <DataTable
        caption={title}
        columns={columns}
        rows={preview.map((cells, number) => ({ cells, number }))}
        rowKey={({ number }) => `preview-${number}`}
      />
    </section>
  );
}

type NumberedRow = { number: number; cells: ImportReport['preview'][number] };

function Confirmation({ report, isStoring, onImport }: Props) {
  const [isAccepted, setAccepted] = useState(false);
  const [wasRefused, setRefused] = useState(false);
  const hasWarnings = report.warningCount > 0;

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (isStoring) return;
    setRefused(hasWarnings && !isAccepted);
    if (!hasWarnings || isAccepted) onImport();
  }

  return (
    <form className={classes.report} onSubmit={confirm}>
      {hasWarnings && (
        <Checkbox
          label={`Import all the same: I have looked at ${report.warningCount === 1 ? 'the warning' : `the ${report.warningCount} warnings`}`}
          checked={isAccepted}
          onChange={(event) => setAccepted(event.currentTarget.checked)}
          error={wasRefused && !isAccepted ? 'Look at the warnings and check this box first.' : null}
        />
      )}
      <div>
        <SubmitButton isBusy={isStoring} busyLabel="Importing...">
          Import {countedOf(report.kind, report.creates)}
        </SubmitButton>
      </div>
    </form>
  );
}
