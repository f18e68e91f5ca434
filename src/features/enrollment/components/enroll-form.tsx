import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { api } from '#client/api.ts';
import { emptyListText } from '#client/failure.ts';

import type { AvailableStudent } from '../schema.ts';
import classes from './class-roster.module.css';
import type { RosterActions } from './use-roster.ts';

const askAfterMs = 150;

type Props = { classId: string; roster: RosterActions };

/** Enrolls one of those who are not in the class yet: type a name, choose, Enter. */
export function EnrollForm({ classId, roster }: Props) {
  const [chosen, setChosen] = useState<AvailableStudent | null>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
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
  const found = (data?.items ?? []).filter(({ id }) => !enrolled.has(id));
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;

  function choose(id: string | null) {
    setChosen(offered.find((student) => student.id === id) ?? null);
    setProblem(null);
    if (id) requestAnimationFrame(() => button.current?.focus());
  }

  function enroll(event: FormEvent) {
    event.preventDefault();
    if (!chosen) {
      setProblem('Choose a student.');
      field.current?.focus();
      return;
    }
    roster.enroll(chosen);
    setChosen(null);
    setTyped('');
  }

  return (
    <form onSubmit={enroll} className={classes.enroll} noValidate>
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
        nothingFoundMessage={emptyListText(asked, 'Everyone who matches is enrolled, or nobody does.')}
        onDropdownOpen={() => isError && void refetch()}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the student' }}
        data={offered.map((student) => ({ value: student.id, label: student.fullName }))}
        renderOption={({ option }) => <Offered student={offered.find(({ id }) => id === option.value)} />}
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        value={chosen?.id ?? null}
        onChange={choose}
        error={problem}
      />
      <Button type="submit" ref={button}>
        Enroll
      </Button>
    </form>
  );
}

/** Two of one name are told apart by how to reach them. */
function Offered({ student }: { student: AvailableStudent | undefined }) {
  const contact = student?.email ?? student?.phoneNumber;
  return (
    <span className={classes.lines}>
      <span>{student?.fullName}</span>
      {contact && <span className={classes.small}>{contact}</span>}
    </span>
  );
}
