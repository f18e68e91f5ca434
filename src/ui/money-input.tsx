import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';

import { fromCents, maxAmountCents } from '#shared/money.ts';

import {
  amountCentsOf,
  amountText,
  caretAt,
  insertedInto,
  isWrittenAmount,
  withPoint,
} from './amount-text.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  defaultValue?: number | string | null;
  /** Gets integer cents, or null while the field is empty; what is no amount as it was typed, which schemas refuse. */
  onChange?: (cents: number | string | null) => void;
};

/**
 * An amount of money: typed as "1,212.50", kept as 121250 cents. One that is stored shows its cents as elsewhere; what
 * is typed stays as it was typed, and what is no amount too, for the form to say so. Works with
 * `form.getInputProps('amountCents')`.
 */
export function MoneyInput({ defaultValue = null, onChange, onBlur, ...input }: Props) {
  const initialText = textOf(defaultValue);
  const last = useRef(initialText);
  // Somebody's own commas and blanks stay while they are typing: what they mean depends on what follows.
  const isGroupedByHand = useRef(typeof defaultValue === 'string');

  function change(field: HTMLInputElement) {
    const typed = field.value;
    const isGrouping = /[,\s]/;
    isGroupedByHand.current ||= isGrouping.test(insertedInto(last.current, typed));
    isGroupedByHand.current &&= isGrouping.test(typed);
    if (!isGroupedByHand.current) {
      show(field, typed);
      onChange?.(amountCentsOf(field.value));
    } else if (isWrittenAmount(typed)) {
      const meant = withPoint(typed);
      if (meant === typed) settle(field);
      onChange?.(amountCentsOf(meant));
    } else {
      onChange?.(typed);
    }
    last.current = field.value;
  }

  function settle(field: HTMLInputElement) {
    if (!isGroupedByHand.current || !isWrittenAmount(field.value)) return;
    isGroupedByHand.current = false;
    show(field, withPoint(field.value));
    last.current = field.value;
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget: field } = event;
    if (!isGroupedByHand.current) stepOverComma(key, field);
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
    if (field.readOnly) return;
    settle(field);
    const cents = stepped(amountCentsOf(field.value) ?? 0, key === 'ArrowUp' ? 1 : -1);
    if (cents === null) return;
    field.value = textOf(cents);
    last.current = field.value;
    onChange?.(cents);
  }

  return (
    <TextInput
      inputMode="decimal"
      placeholder="$0.00"
      {...input}
      defaultValue={initialText}
      onKeyDown={press}
      onChange={({ currentTarget }) => change(currentTarget)}
      onBlur={(event) => {
        settle(event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
}

function textOf(amount: number | string | null): string {
  if (amount === null) return '';
  return typeof amount === 'string' ? amount : amountText(fromCents(amount).toFixed(2));
}

/** One cent more or less; null beyond what an amount may be, and of what is none. */
function stepped(cents: number | string, by: 1 | -1): number | null {
  const next = typeof cents === 'string' ? -1 : cents + by;
  return next >= 0 && next <= maxAmountCents ? next : null;
}

function show(field: HTMLInputElement, amount: string): void {
  const typed = field.value;
  const shown = amountText(amount);
  if (shown === typed) return;
  const isFocused = field === document.activeElement;
  const caret = caretAt(shown, amount, field.selectionStart ?? amount.length);
  field.value = shown;
  // Browsers move the focus back to a field whose caret is set.
  if (isFocused) field.setSelectionRange(caret, caret);
}

/** A comma comes back as soon as it is deleted: what is meant is the digit next to it. */
function stepOverComma(key: string, field: HTMLInputElement): void {
  const { selectionStart: caret, selectionEnd, value } = field;
  if (caret === null || caret !== selectionEnd) return;
  if (key === 'Backspace' && value[caret - 1] === ',') field.setSelectionRange(caret - 1, caret - 1);
  if (key === 'Delete' && value[caret] === ',') field.setSelectionRange(caret + 1, caret + 1);
}
