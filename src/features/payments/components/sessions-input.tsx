import type { ComponentProps } from 'react';

import { NumberInput } from '#ui/number-input.tsx';

/** How many sessions a payment is for. Works with `form.getInputProps('numberOfSessions')`. */
export function SessionsInput(input: ComponentProps<typeof NumberInput>) {
  return <NumberInput label="Number of sessions" inputMode="numeric" {...input} />;
}
