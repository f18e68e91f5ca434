import { Skeleton, Stack } from '@mantine/core';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { errorMessage, isFault } from '#client/failure.ts';
import { useSignedIn } from '#client/session.ts';
import type { DateRange } from '#features/insights/rules.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorPanel } from '#ui/error-panel.tsx';
import { lazyDialog } from '#ui/lazy-part.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PrintButton } from '#ui/print-button.tsx';

import type { AskedRows } from './asked-rows.ts';
import classes from './insights.module.css';
import { periodWords } from './period-words.ts';
import { RangeFilter } from './range-filter.tsx';
import { rangeIn, rangeProblem, type OnRange, type RangeSearch } from './range.ts';
import { Report } from './report.tsx';
import { useShownRange } from './shown-range.ts';

const RowsModal = lazyDialog(
  () => import('./rows-modal.tsx'),
  ({ RowsModal }) => RowsModal,
);

type Props = { search: RangeSearch; onSearch: OnRange };

/** The Insights Dashboard (spec §2): what the studio earned, taught and won in a period. */
export function InsightsScreen({ search, onSearch }: Props) {
  const { today } = useSignedIn();
  const input = rangeIn(search, today);
  const problem = rangeProblem(input);
  const [asked, setAsked] = useState<(AskedRows & { range: DateRange }) | null>(null);
  const { data, isPending, isFetching, isPlaceholderData, error, refetch } = useQuery(
    api.insights.get.queryOptions({
      input,
      enabled: problem === null,
      placeholderData: keepPreviousData,
    }),
  );
  const range = useShownRange(input, { areKept: isPlaceholderData });
  return (
    <>
      <PageHeader
        title="Insights Dashboard"
        subtitle="Comprehensive analytics for your dance studio"
        actions={<PrintButton />}
      />
      <Stack gap="lg">
        <RangeFilter search={search} today={today} onSearch={onSearch} />
        {error && (
          <ErrorPanel
            title="Error Loading Insights"
            message={isFault(error) ? 'Failed to fetch insights data' : errorMessage(error)}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        {problem && !data && (
          <EmptyState
            icon={<IconChartBar size={22} />}
            title="No figures for this period"
            body="Correct the dates above, or choose one of the usual periods."
          />
        )}
        <LoadingRegion
          isLoading={isPending && isFetching}
          isRefetching={isFetching}
          label="Loading insights"
          skeleton={<ReportSkeleton />}
        >
          {data && (
            <>
              <p className={classes.period} role="status">
                {periodWords(range, data.previous, today)}
              </p>
              <Report insights={data} range={range} onShowRows={(rows) => setAsked({ ...rows, range })} />
            </>
          )}
        </LoadingRegion>
      </Stack>
      {asked && <RowsModal asked={asked} range={asked.range} onClose={() => setAsked(null)} />}
    </>
  );
}

function ReportSkeleton() {
  return (
    <div className={classes.report}>
      <div className={classes.cards}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <Skeleton key={card} height={118} radius="lg" />
        ))}
      </div>
      <div className={classes.panels}>
        {(['half', 'tall', 'half', 'half', 'half', 'tall', 'whole'] as const).map((size, index) => (
          <div key={index} data-size={size}>
            <Skeleton height={size === 'tall' ? 400 : 192} radius="lg" />
          </div>
        ))}
      </div>
    </div>
  );
}
