import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';

import { fromCents, maxAmountCents } from '#shared/money.ts';

import { amountCentsOf, amountText, caretAt, isWrittenAmount } from './amount-text.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  defaultValue?: number | null;
  /** Gets integer cents, or null while the field is empty; of no amount, a number that schemas refuse. */
  onChange?: (cents: number | null) => void;
};

/**
 * An amount of money: typed as "1,212.50", kept as 121250 cents. What is no amount stays as it is, for the form to say
 * so. Works with `form.getInputProps('amountCents')`.
 */
export function MoneyInput({ defaultValue = null, onChange, ...input }: Props) {
  const isPastedOtherwise = useRef(false);

  function change(field: HTMLInputElement) {
    const isAmount = !isPastedOtherwise.current;
    isPastedOtherwise.current = false;
    if (isAmount) show(field);
    onChange?.(amountCentsOf(isAmount ? field.value : '?'));
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget: field } = event;
    isPastedOtherwise.current = false;
    stepOverComma(key, field);
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
    const cents = stepped(amountCentsOf(field.value) ?? 0, key === 'ArrowUp' ? 1 : -1);
    if (cents === null) return;
    field.value = textOf(cents);
    onChange?.(cents);
  }

  return (
    <TextInput
      inputMode="decimal"
      {...input}
      defaultValue={defaultValue === null ? '' : textOf(defaultValue)}
      onKeyDown={press}
      onPaste={({ clipboardData }) => {
        isPastedOtherwise.current = !isWrittenAmount(clipboardData.getData('text'));
      }}
      onChange={({ currentTarget }) => change(currentTarget)}
    />
  );
}

function textOf(cents: number): string {
  return amountText(String(fromCents(cents)));
}

/** One cent more or less; null beyond what an amount may be. */
function stepped(cents: number, by: 1 | -1): number | null {
  const next = cents + by;
  return Number.isInteger(next) && next >= 0 && next <= maxAmountCents ? next : null;
}

function show(field: HTMLInputElement): void {
  const typed = field.value;
  const shown = amountText(typed);
  if (shown === typed) return;
  const caret = caretAt(shown, typed, field.selectionStart ?? typed.length);
  field.value = shown;
  field.setSelectionRange(caret, caret);
}

/** A comma comes back as soon as it is deleted: what is meant is the digit next to it. */
function stepOverComma(key: string, field: HTMLInputElement): void {
  const { selectionStart: caret, selectionEnd, value } = field;
  if (caret === null || caret !== selectionEnd) return;
  if (key === 'Backspace' && value[caret - 1] === ',') field.setSelectionRange(caret - 1, caret - 1);
  if (key === 'Delete' && value[caret] === ',') field.setSelectionRange(caret + 1, caret + 1);
}
