import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { namesApart } from '#features/people/instructors/components/names-apart.ts';
import { takesMeant } from '#ui/take-marked.ts';

import type { Sheet } from '../schema.ts';

type Props = { sheet: Sheet; value: string; onChange: (instructorId: string) => void };

/** Who taught: the class's own instructor, or whoever stood in. */
export function InstructorChoice({ sheet, value, onChange }: Props) {
  const { data = [] } = useQuery(api.people.instructors.list.queryOptions({ input: {} }));
  const own = sheet.class.instructor;
  const known = [own, ...(sheet.log ? [sheet.log.instructor] : [])];
  const names = new Map(known.map(({ id, fullName }) => [id, fullName]));
  for (const { value: id, label } of namesApart(data)) names.set(id, label);
  return (
    <Select
      label="Taught by"
      searchable
      {...takesMeant}
      allowDeselect={false}
      data={[...names].map(([id, name]) => ({
        value: id,
        label: id === own.id ? name : `${name} (substitute)`,
      }))}
      value={value}
      onChange={(id) => id && onChange(id)}
    />
  );
}
