import { Anchor, Group, Modal, Skeleton, Stack } from '@mantine/core';
import type { InferClientOutputs } from '@orpc/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import { filedAtMost, type DateRange } from '#features/insights/rules.ts';
import { StudentLink } from '#features/people/students/components/student-link.tsx';
import type { AppRouter } from '#server/router.ts';
import { formatDate } from '#shared/local-date.ts';
import { formatMoney, fromCents } from '#shared/money.ts';
import { BusyButton } from '#ui/busy-button.tsx';
import { DataTable, unsortable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useFocusReturn } from '#ui/focus-return.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Notice } from '#ui/notice.tsx';
import { saveCsv } from '#ui/save-file.ts';
import { Unbroken } from '#ui/unbroken.tsx';

import type { AskedRows } from './asked-rows.ts';
import classes from './insights.module.css';
import { rowsFileName, rowsWords } from './rows-words.ts';

type Row = InferClientOutputs<AppRouter>['insights']['rows'][number];
type Props = { asked: AskedRows; range: DateRange; onClose: () => void };

/** The rows one number is made of: what it counts can be checked one by one. */
export function RowsModal({ asked, range, onClose }: Props) {
  const { title, metric, only } = asked;
  useFocusReturn();
  const found = useQuery(api.insights.rows.queryOptions({ input: { metric, only: only ?? null, ...range } }));
  const { data, isPending, error } = found;
  return (
    <Modal opened onClose={onClose} title={title} size={760}>
      {error && !data ? (
        <LoadFailed asked={found} />
      ) : (
        <LoadingRegion
          isLoading={isPending}
          label="Loading the rows"
          skeleton={<Skeleton height={280} radius="lg" />}
        >
          <Rows rows={data ?? []} asked={asked} range={range} />
        </LoadingRegion>
      )}
    </Modal>
  );
}

function Rows({ rows, asked, range }: { rows: readonly Row[] } & Omit<Props, 'onClose'>) {
  const { today, organization } = useSignedIn();
  const { currency } = organization;
  const { title, metric, only } = asked;
  const words = rowsWords({ metric, range, count: rows.length });
  const file = useMutation({
    mutationFn: () =>
      words.beyond === null
        ? Promise.resolve(rows)
        : api.insights.rows.call({ metric, only: only ?? null, ...range, limit: filedAtMost }),
    onSuccess: (filed) =>
      saveCsv(rowsFileName({ title, metric, range, today, count: filed.length }), [
        ['Name', 'Details', words.day, `Amount in ${currency}`],
        ...filed.map(csvRow),
      ]),
  });
  if (rows.length === 0) return <EmptyState title="Nothing to show" body={words.nothing} />;
  const columns = columnsFor(rows, currency, words.day);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <p className={classes.extent}>
          {words.extent}
          {words.beyond && <>. {words.beyond}</>}
        </p>
        <BusyButton variant="default" isBusy={file.isPending} onClick={() => file.mutate()}>
          Download CSV
        </BusyButton>
      </Group>
      {file.error && (
        <Notice tone="danger" role="alert" title="The file could not be made">
          {errorMessage(file.error)}
        </Notice>
      )}
      <DataTable
        caption={title}
        columns={words.beyond === null ? columns : columns.map(unsortable)}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </Stack>
  );
}

/** Only the columns that hold something. */
function columnsFor(rows: readonly Row[], currency: string, dayHeader: string): Column<Row>[] {
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: 'Name',
      isName: true,
      cell: (row) => <RowName row={row} />,
      sortBy: ({ name }) => name,
    },
  ];
  if (rows.some(({ detail }) => detail))
    columns.push({ key: 'detail', header: 'Details', cell: ({ detail }) => detail ?? '–' });
  if (rows.some(({ day }) => day))
    columns.push({
      key: 'day',
      header: dayHeader,
      cell: ({ day }) => <Unbroken>{day ? formatDate(day, true) : '–'}</Unbroken>,
      sortBy: ({ day }) => day,
    });
  if (rows.some(({ amountCents }) => amountCents !== null))
    columns.push({
      key: 'amount',
      header: 'Amount',
      isNumeric: true,
      cell: ({ amountCents }) => (amountCents === null ? '–' : formatMoney(amountCents, currency)),
      sortBy: ({ amountCents }) => amountCents,
    });
  return columns;
}

function RowName({ row: { name, studentId, classId } }: { row: Row }) {
  if (studentId) return <StudentLink studentId={studentId}>{name}</StudentLink>;
  if (classId)
    return (
      <Anchor
        renderRoot={(props) => <Link to="/dashboard/class-roster/$classId" params={{ classId }} {...props} />}
      >
        {name}
      </Anchor>
    );
  return name;
}

function csvRow({ name, detail, day, amountCents }: Row) {
  return [name, detail, day, amountCents === null ? null : fromCents(amountCents)];
}
