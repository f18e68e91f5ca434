import { TextInput, type TextInputProps } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState } from 'react';

const searchAfterMs = 200;

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  label: string;
  /** What is searched for now, usually from the URL. */
  value: string;
  /** Called 200 ms after the last keystroke (R22), and at once when the field is left or Enter is pressed. */
  onSearch: (text: string) => void;
};

/** Search as you type. While it has focus it shows what is typed, afterwards what is searched for. */
export function SearchField({ value, onSearch, ...input }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(text: string) {
    clearTimeout(timer.current);
    if (text.trim() !== value) onSearch(text.trim());
  }

  function type(text: string) {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), searchAfterMs);
  }

  return (
    <TextInput
      type="search"
      autoComplete="off"
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      {...input}
      value={draft ?? value}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && draft !== null && search(draft)}
      onBlur={() => {
        if (draft !== null) search(draft);
        setDraft(null);
      }}
    />
  );
}
