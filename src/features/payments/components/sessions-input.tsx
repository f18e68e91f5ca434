import { NumberInput, type NumberInputProps } from '@mantine/core';

import { maxSessions } from '../schema.ts';

/** How many sessions a payment is for. Works with `form.getInputProps('numberOfSessions')`. */
export function SessionsInput(input: NumberInputProps) {
  return (
    <NumberInput
      label="Number of sessions"
      min={1}
      max={maxSessions}
      thousandSeparator=","
      // As a decimal separator too, a comma would make 1 of a pasted 1,200.
      allowedDecimalSeparators={['.']}
      allowDecimal={false}
      // What is out of range stays, for the form to say so.
      clampBehavior="none"
      hideControls
      inputMode="numeric"
      {...input}
    />
  );
}
