import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';

import { formatRate, type DateRange } from '#features/insights/rules.ts';
import type { Insights } from '#features/insights/schema.ts';
import { useSignedIn } from '#client/session.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney, fromCents } from '#shared/money.ts';

import type { OnShowRows } from './asked-rows.ts';
import { BarTable } from './bar-table.tsx';
import { Change } from './change.tsx';
import { FigureCard } from './figure-card.tsx';
import { headlineFigures, summaryFigures } from './figures.ts';
import { Funnel, funnelStages } from './funnel.tsx';
import classes from './insights.module.css';
import { Panel } from './panel.tsx';
import { searchFor } from './range.ts';

type ReportProps = { insights: Insights; range: DateRange; onShowRows: OnShowRows };

/** Every figure of the report, in the order of spec §2. */
export function Report(props: ReportProps) {
  const { insights, onShowRows } = props;
  // What is seen first is drawn first; the rest, mostly below it, follows in steps of its own.
  const areAllDrawn = useDeferredValue(true, false);
  return (
    <div className={classes.report}>
      <ul className={classes.cards} aria-label="Key figures">
        {headlineFigures.map((figure) => (
          <FigureCard key={figure.metric} figure={figure} insights={insights} onShowRows={onShowRows} />
        ))}
      </ul>
      {areAllDrawn && (
        <>
          <div className={classes.panels}>
            <ConversionPanel {...props} />
            <SourcesPanel {...props} />
            <FunnelPanel {...props} />
            <DaysPanel {...props} />
            <PopularPanel {...props} />
            <WorkloadPanel {...props} />
            <RevenuePanel {...props} />
          </div>
          <ul className={classes.cards} data-summary aria-label="Summary">
            {summaryFigures.map((figure) => (
              <FigureCard key={figure.metric} figure={figure} insights={insights} onShowRows={onShowRows} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function ConversionPanel({ insights, range, onShowRows }: ReportProps) {
  const { conversionRate, convertedToStudent, totalInquiries, previous } = insights;
  return (
    <Panel
      title="Conversion Rate"
      subtitle="Inquiries converted to students"
      about="Of the inquiries added in this period, the share that has become a student by now."
      range={range}
      csv={[
        ['Converted inquiries', 'Inquiries', 'Conversion rate in percent'],
        [convertedToStudent, totalInquiries, conversionRate],
      ]}
    >
      <button
        type="button"
        className={classes.metric}
        onClick={() => onShowRows({ title: 'Converted to Student', metric: 'convertedToStudent' })}
      >
        {formatRate(conversionRate)}
        <span className="visually-hidden"> (show the rows)</span>
      </button>
      <Change now={conversionRate} before={previous.conversionRate} format={formatRate} isRate />
    </Panel>
  );
}

function SourcesPanel({ insights: { topLeadSources }, range, onShowRows }: ReportProps) {
  return (
    <Panel
      title="Top Lead Sources"
      about="Where the inquiries of this period came from, the ten most frequent. Inquiries without a source count as Unknown."
      range={range}
      csv={[['Source', 'Inquiries'], ...topLeadSources.map(({ source, count }) => [source, count])]}
      size="tall"
    >
      <BarTable
        caption="Inquiries by lead source"
        heads={['Source', 'Inquiries']}
        empty="No lead source data available"
        bars={topLeadSources.map(({ source, count }) => ({
          key: source,
          name: source,
          value: count,
          text: count.toLocaleString('en-US'),
          onShow: () =>
            onShowRows({ title: `Inquiries from ${source}`, metric: 'newInquiries', only: source }),
        }))}
      />
    </Panel>
  );
}

function FunnelPanel({ insights, range, onShowRows }: ReportProps) {
  return (
    <Panel
      title="Inquiry Conversion Funnel"
      about="The inquiries of this period by how far they came. Tryouts Scheduled is a share of all inquiries, Converted to Student a share of the tryouts scheduled."
      range={range}
      csv={[
        ['Stage', 'Count', 'Rate'],
        ...funnelStages(insights).map(({ name, count, rate }) => [name, count, rate]),
      ]}
    >
      <Funnel insights={insights} onShowRows={onShowRows} />
    </Panel>
  );
}

function DaysPanel({ insights: { busiestDays }, range, onShowRows }: ReportProps) {
  return (
    <Panel
      title="Busiest Days"
      about="Completed class sessions of this period by weekday."
      range={range}
      csv={[['Day', 'Sessions'], ...busiestDays.map(({ day, count }) => [day, count])]}
    >
      <BarTable
        caption="Completed sessions by weekday"
        heads={['Day', 'Sessions']}
        empty="No session data available"
        bars={busiestDays.map(({ day, count }) => ({
          key: day,
          name: day,
          value: count,
          text: counted(count, 'session'),
          onShow: () => onShowRows({ title: `${day} sessions`, metric: 'totalCompletedSessions', only: day }),
        }))}
      />
    </Panel>
  );
}

function PopularPanel({ insights: { mostPopularClasses }, onShowRows }: ReportProps) {
  return (
    <Panel
      title="Most Popular Classes"
      about="The three classes with the most students enrolled as of now."
      range={null}
      csv={[
        ['Class', 'Students'],
        ...mostPopularClasses.map(({ className, enrollmentCount }) => [className, enrollmentCount]),
      ]}
    >
      <BarTable
        caption="Students enrolled by class"
        heads={['Class', 'Students']}
        empty="No class enrollment data available"
        bars={mostPopularClasses.map(({ classId, className, enrollmentCount }) => ({
          key: classId,
          name: <ClassLink classId={classId} name={className} />,
          value: enrollmentCount,
          text: counted(enrollmentCount, 'student'),
          onShow: () =>
            onShowRows({ title: `Students of ${className}`, metric: 'totalEnrollments', only: classId }),
        }))}
      />
    </Panel>
  );
}

function WorkloadPanel({ insights: { instructorWorkload }, range, onShowRows }: ReportProps) {
  return (
    <Panel
      title="Instructor Workload"
      about="Completed class sessions of this period by who taught them: a substitute's sessions count for the substitute."
      range={range}
      csv={[
        ['Instructor', 'Sessions'],
        ...instructorWorkload.map(({ instructorName, sessionCount }) => [instructorName, sessionCount]),
      ]}
      size="tall"
    >
      <BarTable
        caption="Completed sessions by instructor"
        heads={['Instructor', 'Sessions']}
        empty="No instructor workload data available"
        bars={instructorWorkload.map(({ instructorId, instructorName, sessionCount }) => ({
          key: instructorId,
          name: <InstructorLink id={instructorId} name={instructorName} range={range} />,
          value: sessionCount,
          text: counted(sessionCount, 'session'),
          onShow: () =>
            onShowRows({
              title: `Sessions of ${instructorName}`,
              metric: 'totalCompletedSessions',
              only: instructorId,
            }),
        }))}
      />
    </Panel>
  );
}

function RevenuePanel({ insights: { revenueByClass }, range, onShowRows }: ReportProps) {
  const { currency } = useSignedIn().organization;
  return (
    <Panel
      title="Revenue by Class"
      about="Payments made in this period by the class they were made for. One-time sessions belong to no class and are left out."
      range={range}
      csv={[
        ['Class', `Revenue in ${currency}`],
        ...revenueByClass.map(({ className, totalRevenueCents }) => [
          className,
          fromCents(totalRevenueCents),
        ]),
      ]}
      size="whole"
    >
      <BarTable
        caption="Revenue by class"
        heads={['Class', 'Revenue']}
        empty="No class revenue data for this period."
        bars={revenueByClass.map(({ classId, className, isDeleted, totalRevenueCents }) => ({
          key: classId,
          name: isDeleted ? className : <ClassLink classId={classId} name={className} />,
          value: totalRevenueCents,
          text: formatMoney(totalRevenueCents, currency),
          onShow: () =>
            onShowRows({ title: `Revenue of ${className}`, metric: 'totalRevenue', only: classId }),
        }))}
      />
    </Panel>
  );
}

function InstructorLink({ id, name, range }: { id: string; name: string; range: DateRange }) {
  const { today } = useSignedIn();
  return (
    <Anchor
      renderRoot={(props) => (
        <Link
          to="/dashboard/instructor-profile/$instructorId"
          params={{ instructorId: id }}
          search={searchFor(range, today)}
          {...props}
        />
      )}
    >
      {name}
    </Anchor>
  );
}

function ClassLink({ classId, name }: { classId: string; name: string }) {
  return (
    <Anchor
      renderRoot={(props) => <Link to="/dashboard/class-roster/$classId" params={{ classId }} {...props} />}
    >
      {name}
    </Anchor>
  );
}
