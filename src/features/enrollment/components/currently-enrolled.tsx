import { Button, Skeleton } from '@mantine/core';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';

import { LoadFailed } from '#client/load-failed.tsx';
import { useCan, useSignedIn } from '#client/session.ts';
import { packText } from '#features/payments/rules.ts';
import { StudentLink } from '#features/people/students/components/student-link.tsx';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { ContactLinks } from '#ui/contact-links.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyDialog } from '#ui/lazy-part.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pager } from '#ui/pager.tsx';
import { Badge } from '#ui/status-badge.tsx';

import type { Pack, RosterEntry } from '../schema.ts';
import classes from './class-roster.module.css';
import { ParallelNotice } from './parallel-notice.tsx';
import type { RosterActions } from './use-roster.ts';

const EditPlace = lazyDialog(
  () => import('./edit-place.tsx'),
  ({ EditPlace }) => EditPlace,
);

/** Of whom it is being corrected since when they are enrolled. */
export type Edited = { edited: RosterEntry | null; onEdit: (entry: RosterEntry | null) => void };

/** Which page of the roster is shown, from 1. */
export type Paged = { page: number; onPage: (page: number) => void };

const studentsPerPage = 50;

/** `from`: the day on whose attendance somebody is missing, if one led here. */
type Props = Edited &
  Paged & {
    roster: RosterActions;
    canEnroll: boolean;
    isEnded: boolean;
    from: LocalDate | undefined;
  };

/** Currently Enrolled (spec §2), by name, with the sessions each has left; the last ones once the class is over. */
export function CurrentlyEnrolled({
  roster,
  canEnroll,
  isEnded,
  from,
  edited,
  onEdit,
  page: asked,
  onPage,
}: Props) {
  const pageCount = Math.ceil(roster.students.length / studentsPerPage);
  // Whose page is gone with a removal is on the last one until it is undone.
  const page = Math.min(asked, Math.max(pageCount, 1));
  const title = isEnded ? 'Enrolled when the class ended' : 'Currently Enrolled';
  return (
    <>
      <h2 id="currently-enrolled" className={classes.heading}>
        {title}
        {!roster.isLoading && !roster.error && <Badge tone="brand">{roster.students.length}</Badge>}
      </h2>
      {[...roster.failures].map(([studentId, failure]) => (
        <Notice
          key={studentId}
          tone="danger"
          role="alert"
          action={
            <Button variant="default" size="compact-sm" onClick={() => roster.forgetFailure(studentId)}>
              Dismiss
            </Button>
          }
        >
          {failure}
        </Notice>
      ))}
      <ParallelNotice entries={roster.parallel} onRead={roster.forgetParallel} />
      {roster.error ? (
        <LoadFailed title="Failed to load class roster data" asked={roster} />
      ) : (
        <LoadingRegion
          isLoading={roster.isLoading}
          label="Loading enrolled students"
          skeleton={<Skeleton height={240} radius="lg" />}
        >
          {roster.students.length > 0 ? (
            <DataTable
              caption={title}
              columns={
                canEnroll
                  ? [
                      name,
                      contact,
                      sinceColumn(onEdit),
                      sessions,
                      // Who leaves after the end was enrolled by then all the same.
                      ...(isEnded ? [] : [removeColumn(roster)]),
                    ]
                  : [name, sinceColumn(), sessions]
              }
              rows={roster.students.slice((page - 1) * studentsPerPage, page * studentsPerPage)}
              rowKey={({ studentId }) => studentId}
            />
          ) : (
            <EmptyState
              icon={<IconUsers size={24} />}
              title={isEnded ? 'Nobody was enrolled when the class ended' : 'No students enrolled yet'}
            />
          )}
          <Pager page={page} pageCount={pageCount} label="Pages of enrolled students" onPage={onPage} />
        </LoadingRegion>
      )}
      <Removed roster={roster} />
      {edited && (
        <EditPlace
          classId={roster.classId}
          entry={newestOf(edited, roster.students)}
          from={from}
          onClose={() => onEdit(null)}
        />
      )}
    </>
  );
}

/** As it is now: who was enrolled a moment ago has no place of their own yet. */
function newestOf(edited: RosterEntry, students: readonly RosterEntry[]): RosterEntry {
  return students.find(({ studentId }) => studentId === edited.studentId) ?? edited;
}

const name: Column<RosterEntry> = {
  key: 'name',
  header: 'Name',
  isName: true,
  cell: (entry) => <Name entry={entry} />,
};

const contact: Column<RosterEntry> = {
  key: 'contact',
  header: 'Contact',
  cell: ({ email, phoneNumber }) => <ContactLinks email={email} phoneNumber={phoneNumber} />,
};

function sinceColumn(onChange?: (entry: RosterEntry) => void): Column<RosterEntry> {
  return {
    key: 'since',
    header: 'Enrolled since',
    cell: (entry) => (
      <span className={classes.since}>
        {formatDate(entry.enrolledOn, true)}
        {onChange && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Change since when ${entry.fullName} is enrolled`}
            onPointerEnter={EditPlace.preload}
            onFocus={EditPlace.preload}
            onClick={() => onChange(entry)}
          >
            Change
          </Button>
        )}
      </span>
    ),
  };
}

const sessions: Column<RosterEntry> = {
  key: 'sessions',
  header: 'Sessions',
  cell: ({ sessionSubscriptions }) => <Sessions packs={sessionSubscriptions} />,
};

function Sessions({ packs }: { packs: readonly Pack[] }) {
  const { today } = useSignedIn();
  if (packs.length === 0) return <span className={classes.none}>Not counted</span>;
  return (
    <span className={classes.lines}>
      {packs.map((pack) => (
        <span key={pack.id}>{packText(pack, today)}</span>
      ))}
    </span>
  );
}

function Name({ entry: { studentId, fullName } }: { entry: RosterEntry }) {
  if (!useCan('managePeople')) return fullName;
  return (
    <StudentLink studentId={studentId} inherit className={classes.name ?? ''}>
      {fullName}
    </StudentLink>
  );
}

function removeColumn(roster: RosterActions): Column<RosterEntry> {
  return {
    key: 'remove',
    header: 'Remove',
    isHeaderHidden: true,
    cell: (entry) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Remove ${entry.fullName}`}
        onClick={() => askToRemove(roster, entry)}
      >
        Remove
      </Button>
    ),
  };
}

function askToRemove(roster: RosterActions, entry: RosterEntry): void {
  confirmDanger({
    title: 'Are you sure you want to remove this student from the class?', // spec §5
    body: `${entry.fullName} leaves the roster from today. Attendance and payments stay.`,
    confirmLabel: 'Remove student',
    onConfirm: () => Promise.resolve(roster.remove(entry)),
  });
}

function Removed({ roster }: { roster: RosterActions }) {
  if (roster.removed.length === 0) return null;
  return (
    <ul className={classes.removed} aria-label="Removed just now">
      {roster.removed.map((gone) => (
        <li key={gone.entry.studentId}>
          {gone.entry.fullName} was removed.
          <Button size="compact-sm" variant="subtle" onClick={() => roster.undo(gone)}>
            Undo<span className="visually-hidden"> removing {gone.entry.fullName}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
