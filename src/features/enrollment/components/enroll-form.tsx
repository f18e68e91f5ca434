import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { api } from '#client/api.ts';
import { emptyListText, fieldIssues } from '#client/failure.ts';
import { useSignedIn } from '#client/session.ts';
import { meant } from '#features/people/students/components/meant.ts';
import { StudentOption } from '#features/people/students/components/student-option.tsx';
import { isLocalDate, type LocalDate } from '#shared/local-date.ts';
import { isSecondClick } from '#ui/second-click.ts';

import type { AvailableStudent } from '../schema.ts';
import classes from './class-roster.module.css';
import type { RosterActions } from './use-roster.ts';

const askAfterMs = 150;

type Props = { classId: string; roster: RosterActions; from: LocalDate | undefined };

/** Enrolls one of those who are not in the class yet, and the next one: type a name, choose, Enter. */
export function EnrollForm({ classId, roster, from }: Props) {
  const { today } = useSignedIn();
  const [chosen, setChosen] = useState<AvailableStudent | null>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  // It stays for the next one: who comes late often does so with others. Null is today, also after midnight.
  const [typedDay, setTypedDay] = useState(from !== undefined && from < today ? from : null);
  const [dayProblem, setDayProblem] = useState<string | null>(null);
  const enrolledOn = typedDay ?? today;
  const field = useRef<HTMLInputElement>(null);
  const day = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [search] = useDebouncedValue(typed, askAfterMs);
  const asked = useQuery({
    // The name of the chosen student stands in the field: that is no search for others.
    ...api.enrollment.available.queryOptions({
      input: { classId, q: search === chosen?.fullName ? null : search },
    }),
    placeholderData: keepPreviousData,
  });
  const { data, isError, refetch } = asked;
  const enrolled = new Set(roster.students.map(({ studentId }) => studentId));
  const others = (data?.items ?? []).filter(({ id }) => !enrolled.has(id));
  const isSought = typed !== '' && typed !== chosen?.fullName;
  const isAnswered = typed === search && !asked.isPlaceholderData;
  const found = isSought && !isAnswered ? meant(others, typed) : others;
  const isAdded = chosen && !isSought && !found.some(({ id }) => id === chosen.id);
  const offered = isAdded ? [chosen, ...found] : found;

  function choose(id: string | null) {
    const student = offered.find((one) => one.id === id) ?? null;
    setChosen(student);
    // The field writes the name later than the focus may leave it, which would be taken for a search for others.
    setTyped(student?.fullName ?? '');
    setProblem(null);
    if (id) requestAnimationFrame(() => button.current?.focus());
  }

  async function enroll(event: FormEvent) {
    event.preventDefault();
    setDayProblem(null);
    if (!chosen) {
      setProblem('Choose a student.');
      field.current?.focus();
      return;
    }
    if (!isLocalDate(enrolledOn)) {
      setDayProblem('Enter a date that exists.');
      day.current?.focus();
      return;
    }
    setChosen(null);
    setTyped('');
    field.current?.focus();
    try {
      await roster.enroll({ person: chosen, enrolledOn });
    } catch (error) {
      const [issue] = fieldIssues(error);
      const isNextSought = field.current?.value !== '';
      const ofWhom = isNextSought ? `${chosen.fullName} was not enrolled: ` : '';
      setDayProblem(issue ? ofWhom + issue.message : null);
      if (isNextSought) return;
      setChosen(chosen);
      if (issue) day.current?.focus();
    }
  }

  return (
    <form onSubmit={(event) => void enroll(event)} className={classes.enroll} noValidate>
      <Select
        ref={field}
        label="Student"
        placeholder="Type a name, email or phone"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={
          data && data.total > offered.length
            ? `${data.total} students are not enrolled: type to find one.`
            : undefined
        }
        nothingFoundMessage={emptyListText(
          { ...asked, isPlaceholderData: !isAnswered },
          'Everyone who matches is enrolled, or nobody does.',
        )}
        onDropdownOpen={() => isError && void refetch()}
        searchable
        // After each student the focus comes back here, and a list would lie over the day and the button.
        openOnFocus={false}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the student' }}
        data={offered.map((student) => ({ value: student.id, label: student.fullName }))}
        renderOption={({ option }) => (
          <StudentOption student={offered.find(({ id }) => id === option.value)} />
        )}
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        value={chosen?.id ?? null}
        onChange={choose}
        onBlurCapture={() => {
          // The field would go back to who was chosen before, and a click on the button enroll them.
          if (chosen && isSought) choose(null);
        }}
        error={problem}
      />
      <TextInput
        ref={day}
        type="date"
        label="Enrolled from"
        max={today}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={enrolledOn < today ? 'Kept for the next student.' : undefined}
        value={enrolledOn}
        onChange={({ currentTarget: { value } }) => {
          setTypedDay(value === today ? null : value);
          setDayProblem(null);
        }}
        error={dayProblem}
      />
      <Button
        type="submit"
        ref={button}
        onClick={(event) => {
          // The second of a double click is not meant for the next student.
          if (isSecondClick(event)) event.preventDefault();
        }}
      >
        Enroll
      </Button>
    </form>
  );
}
