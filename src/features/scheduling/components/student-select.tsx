import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { emptyListText } from '#client/failure.ts';
import { meant } from '#features/people/students/components/meant.ts';
import { StudentOption } from '#features/people/students/components/student-option.tsx';

import type { Person } from '../schema.ts';
import { MissingOptions, noStudents } from './option-select.tsx';

const askAfterMs = 150;

type Props = Omit<SelectProps, 'data' | 'searchable'> & { current: Person | null };

/** Finds one student among many: the server searches, a page of matches is offered. */
export function StudentSelect({ current, defaultValue, onChange, ...select }: Props) {
  const [picked, setPicked] = useState<Person | null | undefined>(current ?? undefined);
  // Of a form that is back, only their id was kept.
  const [keptId] = useState(current ? null : defaultValue || null);
  const kept = useQuery({
    ...api.people.students.get.queryOptions({ input: { id: keptId ?? '' } }),
    enabled: keptId !== null,
  });
  const chosen = (picked === undefined ? kept.data : picked) ?? null;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, askAfterMs);
  // The name of the chosen student stands in the field: that is no search for others.
  const q = search === chosen?.fullName ? '' : search;
  const asked = useQuery({
    ...api.people.students.list.queryOptions({ input: { q, limit: 20 } }),
    placeholderData: keepPreviousData,
  });
  const isAnswered = typed === search && !asked.isPlaceholderData;
  const others = asked.data?.items ?? [];
  const found = isAnswered || typed === chosen?.fullName ? others : meant(others, typed);
  const isNobodyThere = q === '' && isAnswered && asked.data?.total === 0;
  const people = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;

  function choose(person: Person | null) {
    setPicked(person);
    // The field writes the name later than the focus may leave it, which would be taken for a search for others.
    setTyped(person?.fullName ?? '');
    onChange?.(person?.id ?? null, null);
  }

  return (
    <Select
      placeholder="Type a name"
      nothingFoundMessage={emptyListText({ ...asked, isPlaceholderData: !isAnswered }, 'No student found')}
      onDropdownOpen={() => asked.isError && void asked.refetch()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(isNobodyThere ? { description: <MissingOptions {...noStudents} /> } : {})}
      {...select}
      searchable
      allowDeselect={false}
      data={people.map(({ id, fullName }) => ({ value: id, label: fullName }))}
      renderOption={({ option }) => <StudentOption student={people.find(({ id }) => id === option.value)} />}
      filter={({ options }) => options}
      onSearchChange={setTyped}
      value={chosen?.id ?? null}
      onChange={(id) => choose(people.find((person) => person.id === id) ?? null)}
      onBlurCapture={() => {
        // The field would go back to who was chosen before.
        if (chosen && typed !== '' && typed !== chosen.fullName) choose(null);
      }}
    />
  );
}
