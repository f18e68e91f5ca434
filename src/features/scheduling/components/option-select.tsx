import { Anchor, Select, type SelectProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';

type Props = Omit<SelectProps, 'data'> & {
  data: { value: string; label: string }[];
  /** Where what is chosen here is added, for when there is nothing to choose from yet (R3). */
  missing: { text: string; link: string; to: string };
};

/** A select that, while it has nothing to offer, leads to the screen that adds it. */
export function OptionSelect({ data, missing, ...select }: Props) {
  const isEmpty = data.length === 0;
  return (
    <Select
      data={data}
      searchable={data.length > 7}
      nothingFoundMessage="Nothing found"
      {...select}
      {...(isEmpty ? { description: <MissingOptions {...missing} /> } : {})}
    />
  );
}

function MissingOptions({ text, link, to }: Props['missing']) {
  return (
    <>
      {text}{' '}
      <Anchor inherit underline="always" renderRoot={(props) => <Link to={to} {...props} />}>
        {link}
      </Anchor>
    </>
  );
}

export const noDanceTypes = {
  text: 'No dance types added yet.',
  link: 'Add a dance type',
  to: '/dashboard/manage-dance-types',
};
export const noClassrooms = {
  text: 'No classrooms added yet.',
  link: 'Add a classroom',
  to: '/dashboard/manage-classrooms',
};
export const noInstructors = {
  text: 'No instructors yet.',
  link: 'Add an instructor',
  to: '/dashboard/manage-instructors',
};
