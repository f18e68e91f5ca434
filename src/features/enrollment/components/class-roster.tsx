import { Anchor, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { isRefusedAs } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useCan, useSignedIn } from '#client/session.ts';
import { asShownFrom } from '#features/scheduling/rules.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { formatWeekdays } from '#shared/weekday.ts';
import { apart } from '#ui/apart.ts';
import { DanceTypeTag } from '#ui/dance-type.tsx';
import { DashboardLink } from '#ui/dashboard-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { goBack } from '#ui/go-back.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PrintButton } from '#ui/print-button.tsx';

import { hasEnded } from '../rules.ts';
import type { RosterEntry } from '../schema.ts';
import { CurrentlyEnrolled, type Edited, type Paged } from './currently-enrolled.tsx';
import { EnrollForm } from './enroll-form.tsx';
import { RosterSheet } from './roster-sheet.tsx';
import classes from './class-roster.module.css';
import { useRoster } from './use-roster.ts';

/** `from`: whose attendance led here, because somebody is missing on it. */
type Props = Paged & { classId: string; from: LocalDate | undefined };

/** The roster of a class (spec §2): who is enrolled, and enrolling and removing without a wait. */
export function ClassRoster({ classId, from, ...paged }: Props) {
  const { today } = useSignedIn();
  const [edited, setEdited] = useState<RosterEntry | null>(null);
  const rule = useQuery(api.scheduling.classes.get.queryOptions({ input: { id: classId } }));
  // An id that is none comes from a mistyped address.
  const isMissing = isRefusedAs(rule.error, 'NOT_FOUND') || isRefusedAs(rule.error, 'BAD_REQUEST');
  // What is being typed about a class that was deleted stays until it is let go of.
  const data = isMissing && !edited ? undefined : rule.data;
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Class roster'}
        {...(data
          ? { subtitle: whenAndWhere(data, today), aside: <DanceTypeTag name={data.danceType.name} /> }
          : {})}
        back={
          <Anchor
            data-noprint
            renderRoot={(props) =>
              from ? (
                <Link
                  onClick={goBack}
                  to="/dashboard/attendance/$classId/$date"
                  params={{ classId, date: from }}
                  {...props}
                />
              ) : (
                <DashboardLink {...props} />
              )
            }
          >
            {from ? '← Back to Attendance' : '← Back to Schedule'}
          </Anchor>
        }
        actions={data && <PrintButton />}
      />
      {rule.error && !data ? (
        isMissing ? (
          <EmptyState
            title="Could not find class details for this ID."
            body="The class may have been deleted, or is taught by somebody else."
          />
        ) : (
          <LoadFailed title="Failed to load class roster data" asked={rule} />
        )
      ) : (
        <LoadingRegion
          isLoading={rule.isPending}
          label="Loading class roster"
          skeleton={<Skeleton height={320} radius="lg" />}
        >
          {data && <RosterBody rule={data} from={from} edited={edited} onEdit={setEdited} {...paged} />}
        </LoadingRegion>
      )}
    </>
  );
}

function whenAndWhere(rule: ClassRule, today: LocalDate): string {
  const since = asShownFrom(rule, today) > today ? 'From tomorrow: ' : '';
  return `${since}${formatWeekdays(rule.daysOfWeek)}, ${formatTimeRange(rule)} · ${apart(rule.instructor.fullName)} · ${apart(rule.room.name)}`;
}

type BodyProps = Edited & Paged & { rule: ClassRule; from: LocalDate | undefined };

function RosterBody({ rule, from, ...listed }: BodyProps) {
  const roster = useRoster(rule.id);
  const canEnroll = useCan('managePeople');
  const { today } = useSignedIn();
  const isEnded = hasEnded(rule, today);
  // Where there is no room for it beside the list it stands above, for Tab, too.
  const isBeside = useMediaQuery('(min-width: 88em)', undefined, { getInitialValueInEffect: false });
  const list = (
    <section key="list" className={classes.list} aria-labelledby="currently-enrolled">
      <CurrentlyEnrolled roster={roster} canEnroll={canEnroll} isEnded={isEnded} from={from} {...listed} />
    </section>
  );
  const form = canEnroll && (
    <section key="form" className={classes.panel} aria-labelledby="enroll-form">
      <h2 id="enroll-form" className={classes.heading}>
        Enroll a student
      </h2>
      {isEnded ? (
        <Notice tone="info" title="This class has ended">
          Change its end date to enroll somebody.
        </Notice>
      ) : (
        <EnrollForm classId={rule.id} roster={roster} from={from} />
      )}
    </section>
  );
  return (
    <>
      <div className={classes.screen} data-noprint>
        {isBeside ? [list, form] : [form, list]}
      </div>
      <RosterSheet rule={rule} students={roster.students} />
    </>
  );
}
