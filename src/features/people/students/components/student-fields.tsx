import { Select, type InputWrapperProps } from '@mantine/core';
import type { useForm } from '@mantine/form';
import type { ReactNode, Ref } from 'react';

import { ContactFields } from '#ui/contact-fields.tsx';
import { DateInput } from '#ui/date-input.tsx';

import { genders } from '../schema.ts';
import type { StudentValues } from './student-values.ts';

type Field = keyof StudentValues;
type InputProps = ReturnType<ReturnType<typeof useForm<StudentValues>>['getInputProps']>;

type Props = {
  form: { key: (path: string) => string; getInputProps: (path: string) => InputProps };
  /** Where the student stands among the form's values: 'studentDetails.'. */
  at?: string;
  today: string;
  /** Fields that were filled in from somewhere, and where from. */
  prefilled?: { fields: ReadonlySet<Field>; words: string };
  nameRef?: Ref<HTMLInputElement>;
  /** What there is to say of who it seems to be. */
  notice?: ReactNode;
};

// Below its field, so that the fields of a row stand in line.
const descriptionLast: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
];

/** Who a student is (spec §5): the name is required, all else may be left out. */
export function StudentFields({ form, at = '', today, prefilled, nameRef, notice }: Props) {
  const bind = (field: Field) => ({
    ...form.getInputProps(`${at}${field}`),
    ...(prefilled?.fields.has(field)
      ? { description: prefilled.words, inputWrapperOrder: descriptionLast }
      : {}),
  });
  const keyOf = (field: Field) => form.key(`${at}${field}`);
  return (
    <>
      <ContactFields keyOf={keyOf} propsOf={bind} nameRef={nameRef} />
      {notice}
      <Select
        label="Gender (optional)"
        placeholder="Not stated"
        data={[...genders]}
        clearable
        clearButtonProps={{ 'aria-label': 'Gender not stated' }}
        key={keyOf('gender')}
        {...bind('gender')}
      />
      <DateInput
        label="Date of birth (optional)"
        max={today}
        autoComplete="off"
        key={keyOf('dateOfBirth')}
        {...bind('dateOfBirth')}
      />
    </>
  );
}
