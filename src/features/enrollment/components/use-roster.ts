import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { api } from '#client/api.ts';
import { errorMessage, fieldIssues, isRefusal, isRefusedAs } from '#client/failure.ts';
import { useSignedIn } from '#client/session.ts';
import { offerRetry } from '#features/scheduling/components/retry-dialog.tsx';
import { formatDate, type LocalDate } from '#shared/local-date.ts';
import { compareNames } from '#shared/name-order.ts';
import { focusRow } from '#ui/focus-row.ts';
import { useIsOpen } from '#ui/is-open.ts';
import { toastError, toastUndo } from '#ui/toast.ts';

import type { AvailableStudent, Roster, RosterEntry } from '../schema.ts';

export type RosterActions = ReturnType<typeof useRoster>;

type NewPlace = { person: AvailableStudent; enrolledOn: LocalDate };
type Removed = { entry: RosterEntry; isKept: boolean };

/** What shows who is enrolled in a class, and since when. */
export const touched = [
  api.enrollment.key(),
  api.people.students.key(),
  api.scheduling.classes.key(),
  api.attendance.key(),
];

/**
 * A class's roster and its changes. They show at once and are taken back when the server says no (R7); a removal
 * can be undone from its toast and, while the page is open, from the list of the removed (R5, R16).
 */
export function useRoster(classId: string) {
  const queries = useQueryClient();
  const { today } = useSignedIn();
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [enrolledHere, setEnrolledHere] = useState<ReadonlySet<string>>(new Set());
  const rosterOptions = api.enrollment.roster.queryOptions({ input: { classId } });
  const { data, isPending, isFetching, error, refetch } = useQuery(rosterOptions);

  async function show(change: (students: RosterEntry[]) => RosterEntry[]) {
    await queries.cancelQueries({ queryKey: api.enrollment.roster.key() });
    queries.setQueryData<Roster>(
      rosterOptions.queryKey,
      (roster) => roster && { ...roster, students: change(roster.students) },
    );
  }

  const showIn = (entry: RosterEntry) => show((students) => byName([...without(students, entry), entry]));
  const showOut = (entry: RosterEntry) => show((students) => without(students, entry));

  // Of this student alone: the next one may be on their way by now.
  async function takeBackShown(shown: Promise<void>) {
    await shown;
    // Somebody else's change may be why, and its news was given up for what was shown at once.
    await queries.invalidateQueries({ queryKey: api.enrollment.roster.key() });
  }

  // Until something is tried with the same student again, or it was read.
  const forgetFailure = (studentId: string) =>
    setFailures((known) => new Map([...known].filter(([id]) => id !== studentId)));

  const isOpen = useIsOpen();
  const wordsOf = (words: string, { fullName }: RosterEntry, thrown: unknown) =>
    `${words} ${fullName}: ${errorMessage(thrown)}`;

  const fail = (words: string, entry: RosterEntry, thrown: unknown) =>
    setFailures((known) => new Map(known).set(entry.studentId, wordsOf(words, entry, thrown)));

  // Who has left the page is told where they are by now. What a toast was asked for, it tells by itself.
  const tellWhoLeft = <Answer>(words: string, entry: RosterEntry, asked: Promise<Answer>) =>
    asked.catch((thrown: unknown) => {
      if (!isOpen()) toastError(wordsOf(words, entry, thrown));
      throw thrown;
    });

  const listRemoved = (gone: Removed) =>
    setRemoved((known) => [...known.filter(({ entry }) => entry.studentId !== gone.entry.studentId), gone]);

  // Whose last change here got no answer: the refusal of the next try may say that it was made.
  const unanswered = useRef(new Set<string>());

  async function answerOf<Answer>(
    studentId: string,
    asked: Promise<Answer>,
    lookForDone: (refusal: unknown) => Promise<Answer | undefined>,
  ): Promise<Answer> {
    const answer = await asked.catch(async (error: unknown) => {
      const done = unanswered.current.has(studentId) ? await lookForDone(error) : undefined;
      if (done) return done;
      if (!isRefusal(error)) unanswered.current.add(studentId);
      throw error;
    });
    unanswered.current.delete(studentId);
    return answer;
  }

  async function findPlace(studentId: string, date: LocalDate) {
    const { students } = await api.enrollment.roster.call({ classId, date });
    return students.find((entry) => entry.studentId === studentId);
  }

  const place = (studentId: string, enrolledOn: LocalDate) =>
    answerOf(
      studentId,
      api.enrollment.enroll.call({
        classId,
        studentId,
        enrolledOn: enrolledOn === today ? null : enrolledOn,
      }),
      async (refusal) => {
        const taken = isRefusedAs(refusal, 'CONFLICT') ? await findPlace(studentId, today) : undefined;
        return taken?.enrolledOn === enrolledOn ? taken : undefined;
      },
    );

  const giveUp = ({ studentId, enrolledOn, registrationId }: RosterEntry) =>
    answerOf(studentId, api.enrollment.remove.call({ classId, studentId }), async (refusal) => {
      if (!isRefusedAs(refusal, 'NOT_FOUND')) return undefined;
      // A place that is kept still stands on the days on which it was taken.
      const kept = await findPlace(studentId, enrolledOn);
      return { registrationId: kept?.registrationId ?? registrationId, isKept: kept !== undefined };
    });

  const enroll = useMutation({
    mutationFn: ({ person: { id }, enrolledOn }: NewPlace) => place(id, enrolledOn),
    onMutate: (added) => {
      forgetFailure(added.person.id);
      setRemoved((known) => known.filter(({ entry }) => entry.studentId !== added.person.id));
      return showIn(newEntry(added));
    },
    onSuccess: (_, added) => {
      const { person, enrolledOn } = added;
      setEnrolledHere((known) => new Set(known).add(person.id));
      const since = enrolledOn === today ? '' : ` from ${formatDate(enrolledOn, true)}`;
      toastUndo(`${person.fullName} was enrolled${since}.`, () =>
        takeBack(`${person.fullName} was not removed`, () => remove.mutateAsync(newEntry(added))),
      );
    },
    onError: (thrown, added) => {
      void takeBackShown(showOut(newEntry(added)));
      if (fieldIssues(thrown).length > 0) return; // the form says it at the field
      fail('Failed to enroll student', newEntry(added), thrown); // spec §8
    },
    meta: { invalidates: touched },
  });

  const remove = useMutation({
    mutationFn: giveUp,
    onMutate: (entry) => {
      forgetFailure(entry.studentId);
      return showOut(entry);
    },
    onSuccess: ({ isKept, registrationId }, entry) => {
      const gone = { entry: { ...entry, registrationId }, isKept };
      listRemoved(gone);
      toastUndo(`${entry.fullName} was removed.`, () =>
        takeBack(`${entry.fullName} was not enrolled again`, () => undo.mutateAsync(gone)),
      );
    },
    onError: (thrown, entry) => {
      void takeBackShown(showIn(entry));
      fail('Failed to unenroll student', entry, thrown); // spec §8
    },
    meta: { invalidates: touched },
  });

  const undo = useMutation({
    // Who came only today left no trace that could be restored, and comes back as they came.
    mutationFn: ({ entry: { registrationId, studentId, enrolledOn }, isKept }: Removed) =>
      isKept ? api.enrollment.restore.call({ registrationId }) : place(studentId, enrolledOn),
    onMutate: ({ entry }) => {
      forgetFailure(entry.studentId);
      setRemoved((known) => known.filter((gone) => gone.entry.studentId !== entry.studentId));
      return showIn(entry);
    },
    onSuccess: (_, { entry }) => focusRow(entry.studentId),
    onError: (thrown, gone) => {
      listRemoved(gone);
      void takeBackShown(showOut(gone.entry));
      fail('Failed to enroll student', gone.entry, thrown);
    },
    meta: { invalidates: touched },
  });

  const students = data?.students ?? [];
  return {
    classId,
    students,
    isLoading: isPending,
    isFetching,
    error: data ? null : error,
    refetch,
    failures,
    forgetFailure,
    // Of who was enrolled on this page, until it was read.
    parallel: students.filter(
      (entry) => enrolledHere.has(entry.studentId) && entry.parallelClasses.length > 0,
    ),
    forgetParallel: () => setEnrolledHere(new Set()),
    // Who is back by now, whoever enrolled them, has nothing to be undone.
    removed: removed.filter(({ entry }) => students.every(({ studentId }) => studentId !== entry.studentId)),
    enroll: (added: NewPlace) =>
      tellWhoLeft('Failed to enroll student', newEntry(added), enroll.mutateAsync(added)),
    remove: (entry: RosterEntry) =>
      void tellWhoLeft('Failed to unenroll student', entry, remove.mutateAsync(entry)).catch(() => {}),
    undo: (gone: Removed) =>
      void tellWhoLeft('Failed to enroll student', gone.entry, undo.mutateAsync(gone)).catch(() => {}),
  };
}

/** Undoes a change from its toast, which outlives the page: a failure is told where the user is by then. */
function takeBack(failed: string, undo: () => Promise<unknown>): void {
  undo().catch((error: unknown) => offerRetry(failed, error, () => takeBack(failed, undo)));
}

function newEntry({ person: { id, ...person }, enrolledOn }: NewPlace): RosterEntry {
  return {
    registrationId: id,
    studentId: id,
    ...person,
    enrolledOn,
    sessionSubscriptions: [],
    parallelClasses: [],
  };
}

function without(students: RosterEntry[], { studentId }: RosterEntry): RosterEntry[] {
  return students.filter((student) => student.studentId !== studentId);
}

function byName(students: RosterEntry[]): RosterEntry[] {
  return students.toSorted((a, b) => compareNames(a.fullName, b.fullName));
}
