import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const useAfterMs = 200;

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** What is used now, usually from the URL. */
  value: string;
  /** Whether what is typed so far makes sense; anything does when left out. */
  isValid?: (value: string) => boolean;
  /** Called for what is empty or makes sense: 200 ms after the last key (R22), at once when it was picked. */
  onValue: (value: string) => void;
} & ({ label: string } | { 'aria-label': string });

/** A date or time of a filter: while it is being typed it keeps what is typed, however incomplete. */
export function TypedInput({ value, isValid = () => true, onValue, ...input }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const isTyped = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function take(given: string) {
    setDraft(given);
    clearTimeout(timer.current);
    // A year passes through others while it is typed: 0002, 0020, 0202.
    const waitMs = isTyped.current ? useAfterMs : 0;
    isTyped.current = false;
    if (given === '' || isValid(given)) timer.current = setTimeout(() => onValue(given), waitMs);
  }

  return (
    <TextInput
      {...input}
      value={draft ?? value}
      onPointerDown={() => (isTyped.current = false)}
      onKeyDown={() => (isTyped.current = true)}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      onBlur={() => setDraft(null)}
    />
  );
}
