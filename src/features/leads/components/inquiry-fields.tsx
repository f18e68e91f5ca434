import { Select, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type Ref } from 'react';

import { api } from '#client/api.ts';
import { genders } from '#features/people/students/schema.ts';
import { ContactFields } from '#ui/contact-fields.tsx';

import classes from './inquiries.module.css';
import type { InquiryValues } from './inquiry-values.ts';

type InquiryForm = {
  key: (path: keyof InquiryValues) => string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Mantine's own type of an input's props
  getInputProps: (path: keyof InquiryValues) => any;
};

type Props = { form: InquiryForm; nameRef?: Ref<HTMLInputElement> };

const commonSources = ['Instagram', 'Facebook', 'Google', 'Website', 'Friend or family', 'Walk-in', 'Event'];

/** What is asked first on the phone: who it is, how to reach them, what they want. */
export function FirstFields({ form, nameRef }: Props) {
  return (
    <>
      <ContactFields keyOf={form.key} propsOf={form.getInputProps} nameRef={nameRef} />
      <InterestInput
        label="Interested in (optional)"
        key={form.key('danceTypeInterest')}
        {...form.getInputProps('danceTypeInterest')}
      />
      <SuggestingInput
        label="Lead source (optional)"
        suggestions={commonSources}
        key={form.key('leadSource')}
        {...form.getInputProps('leadSource')}
      />
    </>
  );
}

/** What can wait until there is time. */
export function MoreFields({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <TextInput
        label="Age (optional)"
        inputMode="numeric"
        autoComplete="off"
        key={form.key('age')}
        {...form.getInputProps('age')}
      />
      <Select
        label="Gender (optional)"
        placeholder="Not stated"
        data={[...genders]}
        clearable
        key={form.key('gender')}
        {...form.getInputProps('gender')}
      />
      <Textarea
        label="Availability (optional)"
        placeholder="Weekdays after 5 PM"
        rows={2}
        className={classes.wide}
        key={form.key('availabilityNotes')}
        {...form.getInputProps('availabilityNotes')}
      />
    </>
  );
}

/** Free text that suggests the studio's dance types: people are interested in what does not exist yet, too. */
function InterestInput(props: TextInputProps) {
  const { data = [] } = useQuery(api.catalog.danceTypes.list.queryOptions());
  return <SuggestingInput suggestions={data.map(({ name }) => name)} {...props} />;
}

function SuggestingInput({ suggestions, ...input }: TextInputProps & { suggestions: readonly string[] }) {
  const list = useId();
  return (
    <>
      <TextInput autoComplete="off" {...input} list={list} />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion}>{suggestion}</option>
        ))}
      </datalist>
    </>
  );
}
