import { useState } from 'react';

import { sendCode, verifyCode, type CodeAddress } from '#client/auth.ts';

import { AuthField, AuthSubmit } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';
import { CodeAddressFields, codeAddressIn } from './code-address-fields.tsx';
import { useEnterDashboard } from './enter-dashboard.ts';
import { ownTimeZone, textOf, useAuthForm } from './use-auth-form.ts';
import { ViewLink } from './view-link.tsx';
import classes from './verify-otp-form.module.css';

/** Signs in with a one-time code: first where to send it, then the code itself. */
export function VerifyOtpForm() {
  const enterDashboard = useEnterDashboard();
  const [request, setRequest] = useState<string | null>(null);
  const [address, setAddress] = useState<CodeAddress | null>(null);
  const form = useAuthForm(async (values) => {
    if (request === null) {
      const typed = codeAddressIn(values);
      setAddress(typed);
      setRequest(await sendCode(typed));
      return typed.type === 'email'
        ? 'Check your email for the one-time code'
        : 'Check your phone for the one-time code';
    }
    await verifyCode({ request, token: textOf(values, 'token'), timeZone: ownTimeZone() });
    return await enterDashboard();
  });
  return (
    <AuthForm
      title="Sign in with a code"
      subtitle="We send you six digits that work once."
      form={form}
      links={<ViewLink view="sign_in" question="Have your password?" label="Sign in" />}
    >
      {request === null ? (
        <>
          <CodeAddressFields begun={address} />
          <AuthSubmit isBusy={form.isBusy} busyLabel="Sending code..." label="Send code" />
        </>
      ) : (
        <>
          <AuthField
            key="token"
            label="One-time code"
            name="token"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            autoFocus
          />
          <AuthSubmit isBusy={form.isBusy} busyLabel="Verifying token..." label="Verify token" />
          <button
            type="button"
            className={classes.again}
            onClick={() => void form.run(() => Promise.resolve(setRequest(null)))}
          >
            Send a new code
          </button>
        </>
      )}
    </AuthForm>
  );
}
