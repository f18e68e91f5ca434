import { useState } from 'react';

import type { CodeAddress } from '#client/auth.ts';

import { AuthField } from './auth-fields.tsx';
import { textOf } from './use-auth-form.ts';
import { useSignInWays } from './use-sign-in-ways.ts';
import classes from './verify-otp-form.module.css';

/** Where a code goes: an email address or, where text messages are set up, a phone. It begins with where one went before. */
export function CodeAddressFields({ begun }: { begun: CodeAddress | null }) {
  const { phone } = useSignInWays();
  const [type, setType] = useState<'email' | 'sms'>(begun?.type === 'sms' ? 'sms' : 'email');
  return (
    <>
      {phone && (
        <fieldset className={classes.choice}>
          <legend>Send the code by</legend>
          {(['email', 'sms'] as const).map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="type"
                value={value}
                checked={type === value}
                onChange={() => setType(value)}
              />
              {value === 'email' ? 'Email' : 'Text message'}
            </label>
          ))}
        </fieldset>
      )}
      {type === 'email' ? (
        <AuthField
          key="email"
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={begun?.type === 'email' ? begun.email : ''}
        />
      ) : (
        <AuthField
          key="phone"
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={begun && begun.type !== 'email' ? begun.phone : ''}
          hint="With its country code, such as +1 555 010 0199. A new number starts a new studio. Text messages can be read by whoever takes over your number; a code by email is safer."
        />
      )}
    </>
  );
}

export function codeAddressIn(values: FormData): CodeAddress {
  return values.has('phone')
    ? { type: 'sms', phone: textOf(values, 'phone') }
    : { type: 'email', email: textOf(values, 'email') };
}
