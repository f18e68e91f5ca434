import { Anchor, Select, type SelectProps } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { errorMessage } from '#client/failure.ts';
import { takesMeant } from '#ui/take-marked.ts';

type Props = Omit<SelectProps, 'data'> & {
  data: { value: string; label: string }[];
  /** Where what is chosen here is added, for when there is nothing to choose from yet (R3). */
  missing: { text: string; link: string; to: string };
  /** Where the options come from, when the form does not wait for them. */
  source?: UseQueryResult;
};

// A short list is typed in only where there is a mouse, and so a keyboard: that of a phone would cover it.
const isTypedIn = globalThis.matchMedia?.('(any-pointer: fine)').matches;

/** A select that, while it has nothing to offer, leads to the screen that adds it. */
export function OptionSelect({ data, missing, source, ...select }: Props) {
  const notLoaded = source && source.data === undefined ? source : null;
  const description = notLoaded ? (
    <NotLoaded source={notLoaded} />
  ) : (
    data.length === 0 && <MissingOptions {...missing} />
  );
  return (
    <Select
      data={data}
      allowDeselect={select.clearable ?? false}
      searchable={isTypedIn || data.length > 7}
      nothingFoundMessage={notLoaded ? null : 'Nothing found'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...takesMeant}
      {...select}
      {...(description ? { description } : {})}
    />
  );
}

function NotLoaded({ source: { error, refetch } }: { source: UseQueryResult }) {
  if (!error) return 'Loading...';
  return (
    <>
      {errorMessage(error)}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={() => void refetch()}>
        Retry
      </Anchor>
    </>
  );
}

/** Says that there is nothing to choose yet, and leads to where it is added. */
export function MissingOptions({ text, link, to }: Props['missing']) {
  return (
    <>
      {text}{' '}
      <Anchor inherit underline="always" renderRoot={(props) => <Link to={to} {...props} />}>
        {link}
      </Anchor>
    </>
  );
}

export const noClasses = { text: 'No classes yet.', link: 'Add a class', to: '/dashboard/manage-classes' };
export const noStudents = {
  text: 'No students yet.',
  link: 'Enroll a student',
  to: '/dashboard/manage-students',
};
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
