import { NumberInput, type NumberInputProps } from '@mantine/core';

import { fromCents, maxAmountCents, toCents } from '#shared/money.ts';

type Props = Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value?: number | null;
  defaultValue?: number | null;
  /** Gets integer cents, or null while the field is empty or not an amount. */
  onChange?: (cents: number | null) => void;
};

/** An amount of money: typed as "12.50", kept as 1250 cents. Works with `form.getInputProps('amountCents')`. */
export function MoneyInput({ value, defaultValue, onChange, ...input }: Props) {
  return (
    <NumberInput
      prefix="$"
      decimalScale={2}
      min={0}
      // More could not be kept: without the limit a larger amount would count as none.
      max={fromCents(maxAmountCents)}
      clampBehavior="strict"
      step={0.01}
      hideControls
      inputMode="decimal"
      allowNegative={false}
      {...input}
      {...(value === undefined ? {} : { value: asAmount(value) })}
      {...(defaultValue === undefined ? {} : { defaultValue: asAmount(defaultValue) })}
      onChange={(amount) => onChange?.(amount === '' ? null : toCents(amount))}
    />
  );
}

function asAmount(cents: number | null): number | string {
  return cents === null ? '' : fromCents(cents);
}
