import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';

type ContactField = 'fullName' | 'email' | 'phoneNumber';

type Props = {
  keyOf: (field: ContactField) => string;
  propsOf: (field: ContactField) => TextInputProps;
  nameRef: Ref<HTMLInputElement> | undefined;
};

/** Who somebody is and how to reach them (spec §5): the name is required, the rest may be left out. */
export function ContactFields({ keyOf, propsOf, nameRef }: Props) {
  return (
    <>
      <TextInput
        label="Full name"
        autoComplete="off"
        data-autofocus
        ref={nameRef}
        key={keyOf('fullName')}
        {...propsOf('fullName')}
      />
      <TextInput
        label="Email (optional)"
        type="email"
        inputMode="email"
        autoComplete="off"
        key={keyOf('email')}
        {...propsOf('email')}
      />
      <TextInput
        label="Phone (optional)"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        key={keyOf('phoneNumber')}
        {...propsOf('phoneNumber')}
      />
    </>
  );
}
