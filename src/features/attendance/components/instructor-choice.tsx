import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';

import type { Sheet } from '../schema.ts';

type Props = { sheet: Sheet; value: string; onChange: (instructorId: string) => void };

/** Who taught: the class's own instructor, or whoever stood in. */
export function InstructorChoice({ sheet, value, onChange }: Props) {
  const { data = [] } = useQuery(api.people.instructors.list.queryOptions({ input: {} }));
  const own = sheet.class.instructor;
  const known = [own, ...(sheet.log ? [sheet.log.instructor] : []), ...data];
  const names = new Map(known.map(({ id, fullName }) => [id, fullName]));
  return (
    <Select
      label="Taught by"
      searchable
      allowDeselect={false}
      data={[...names].map(([id, fullName]) => ({
        value: id,
        label: id === own.id ? fullName : `${fullName} (substitute)`,
      }))}
      value={value}
      onChange={(id) => id && onChange(id)}
    />
  );
}
