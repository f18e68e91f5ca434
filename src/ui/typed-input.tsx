import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const useAfterMs = 200;

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** What is used now, usually from the URL. */
  value: string;
  /** Whether what is typed so far makes sense; anything does when left out. */
  isValid?: (value: string) => boolean;
  /** Called 200 ms after the last key (R22), for what is empty or makes sense. */
  onValue: (value: string) => void;
} & ({ label: string } | { 'aria-label': string });

/** A date or time of a filter: while it is being typed it keeps what is typed, however incomplete. */
export function TypedInput({ value, isValid = () => true, onValue, ...input }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(typed: string) {
    setDraft(typed);
    clearTimeout(timer.current);
    if (typed === '' || isValid(typed)) timer.current = setTimeout(() => onValue(typed), useAfterMs);
  }

  return (
    <TextInput
      {...input}
      value={draft ?? value}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setDraft(null)}
    />
  );
}
