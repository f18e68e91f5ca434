import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<TextInputProps, 'type' | 'value'>;

/**
 * A day in a form. Its default stays what it was drawn with: given another one, Firefox blanks half a date, or a day that
 * does not exist, as the field is left, and the form could not tell that it was typed.
 */
export function DateInput({ defaultValue, ...input }: Props) {
  const [first] = useState(defaultValue);
  return <TextInput {...input} type="date" defaultValue={first} />;
}
