import { Skeleton, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import { formatDateSpan } from '#shared/local-date.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';

import { About } from './about.tsx';
import classes from './insights.module.css';
import { RangeFilter } from './range-filter.tsx';
import { rangeIn, rangeProblem, type OnRange, type RangeSearch } from './range.ts';
import { useShownRange } from './shown-range.ts';

type Props = { instructorId: string; search: RangeSearch; onSearch: OnRange };

const counts = [
  {
    key: 'totalClasses',
    label: 'Total Classes',
    about:
      'Everything counted here: group classes, private classes and tryouts. One-time private lessons and catch-ups are not.',
  },
  {
    key: 'groupClasses',
    label: 'Group Classes',
    about: 'Sessions of group classes they taught, logged as Completed; also as a substitute.',
  },
  {
    key: 'privateClasses',
    label: 'Private Classes',
    about: 'Sessions of private classes they taught, logged as Completed; also as a substitute.',
  },
  { key: 'tryoutClasses', label: 'Tryouts', about: 'Tryouts they held whose outcome is Completed.' },
] as const;

/** What an instructor taught in a period (spec §2, §7). */
export function InstructorActivity({ instructorId, search, onSearch }: Props) {
  const { today } = useSignedIn();
  const range = rangeIn(search, today);
  const asked = useQuery(
    api.insights.activity.queryOptions({
      input: { instructorId, ...range },
      enabled: rangeProblem(range) === null,
      placeholderData: keepPreviousData,
    }),
  );
  const { data, isPending, isFetching, isPlaceholderData, error } = asked;
  const shown = useShownRange(range, { areKept: isPlaceholderData });
  return (
    <section className={classes.activity} aria-labelledby="activity">
      <h2 id="activity" className={classes.sectionTitle}>
        Activity Summary
      </h2>
      <Stack gap="md">
        <RangeFilter search={search} today={today} onSearch={onSearch} />
        {error && <LoadFailed asked={asked} />}
        <LoadingRegion
          isLoading={isPending && isFetching}
          isRefetching={isFetching}
          label="Loading the activity summary"
          skeleton={<CountsSkeleton />}
        >
          {data && (
            <>
              <p className={classes.period} role="status">
                {formatDateSpan(shown.startDate, shown.endDate)}
              </p>
              <ul className={classes.counts} aria-label="Activity">
                {counts.map(({ key, label, about }) => (
                  <li key={key} className={classes.card}>
                    <div className={classes.label}>
                      {label}
                      <About name={label}>{about}</About>
                    </div>
                    <span className={classes.count}>{data[key].toLocaleString('en-US')}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </LoadingRegion>
      </Stack>
    </section>
  );
}

function CountsSkeleton() {
  return (
    <>
      <Skeleton className={classes.period ?? ''} height="1.5rem" width="10rem" />
      <div className={classes.counts}>
        {counts.map(({ key }) => (
          <Skeleton key={key} height={92} radius="lg" />
        ))}
      </div>
    </>
  );
}
