import type { FormEvent, ReactNode } from 'react';

import { Notice } from '#ui/notice.tsx';
import { usePageTitle } from '#ui/page-title.ts';

import classes from './auth-form.module.css';
import type { AuthFormState } from './use-auth-form.ts';
import { useSignInWays } from './use-sign-in-ways.ts';

type Props = {
  title: string;
  subtitle: string;
  form: AuthFormState & { onSubmit: (event: FormEvent<HTMLFormElement>) => void };
  /** Other ways to get in, between the form and the links. */
  otherWays?: ReactNode;
  /** Ways to the other views. */
  links: ReactNode;
  children: ReactNode;
};

/** The frame every view of the sign-in page shares. */
export function AuthForm({ title, subtitle, form, otherWays, links, children }: Props) {
  const heading = usePageTitle(title);
  return (
    <div className={classes.frame}>
      <div>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        <p className={classes.subtitle}>{subtitle}</p>
      </div>
      <form className={classes.form} onSubmit={form.onSubmit}>
        {children}
      </form>
      {form.refusal && (
        <Notice tone="danger" role="alert">
          {form.refusal}
        </Notice>
      )}
      {form.message && (
        <Notice tone={form.tone ?? 'success'} role="status">
          {form.message} <MailboxHint message={form.message} />
        </Notice>
      )}
      {otherWays}
      <div className={classes.links}>
        {links}
        <SupportLink />
      </div>
    </div>
  );
}

/** In the same place of every view: last. */
function SupportLink() {
  const { contactEmail } = useSignInWays();
  return (
    <p className={classes.support}>
      {contactEmail && <a href={`mailto:${contactEmail}`}>Contact support</a>}
    </p>
  );
}

/** On a machine without a mail server, letters are read on a page of their own. */
function MailboxHint({ message }: { message: string }) {
  const { mailbox } = useSignInWays();
  return mailbox && message.startsWith('Check your') ? <a href="/mailbox">Open the mailbox</a> : null;
}
