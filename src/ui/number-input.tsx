import { TextInput, type TextInputProps } from '@mantine/core';

import { numberOf } from './number-text.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  defaultValue?: number | string | null;
  /** Gets a number, '' while the field is empty, and what is no number as it was typed, which schemas refuse. */
  onChange?: (number: number | string) => void;
  /** What is counted, shown behind it; it may be typed as well. */
  unit?: string;
};

/**
 * A number of anything but money. It stays as it was typed: to leave out what is none would make 13 of "1e3". Works with
 * `form.getInputProps('numberOfSessions')`.
 */
export function NumberInput({ defaultValue, onChange, unit = '', ...input }: Props) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      rightSection={unit || undefined}
      rightSectionPointerEvents="none"
      {...input}
      defaultValue={defaultValue ?? ''}
      onChange={({ currentTarget }) => onChange?.(numberOf(currentTarget.value.replace(unit, '')))}
    />
  );
}
