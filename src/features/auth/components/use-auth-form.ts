import { useRef, useState, type FormEvent } from 'react';

import { errorMessage } from '#client/failure.ts';

/** What a form says once it was sent, when it does not lead elsewhere. */
type Sent = string | void;

export type AuthFormState = {
  isBusy: boolean;
  /** The service's own words, in a red box under the form (spec §8). */
  refusal: string | null;
  message: string | null;
  /** Of the message; good news when left out. */
  tone?: 'warning';
};

/**
 * Sends what the fields of an account form hold. The browser checks that they are filled in; every other
 * rule is the server's (spec §5), whose words end up in `refusal`. What was typed stays.
 */
export function useAuthForm(send: (values: FormData) => Promise<Sent>, start: Partial<AuthFormState> = {}) {
  const isOnItsWay = useRef(false);
  const [state, setState] = useState<AuthFormState>({
    isBusy: false,
    refusal: null,
    message: null,
    ...start,
  });

  /** Does something with the form waiting for it. */
  async function run(work: () => Promise<Sent>) {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    setState({ isBusy: true, refusal: null, message: null });
    try {
      const message = (await work()) ?? null;
      setState({ isBusy: false, refusal: null, message });
    } catch (error) {
      setState({ isBusy: false, refusal: errorMessage(error), message: null });
    }
    isOnItsWay.current = false;
  }

  return {
    ...state,
    run,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const values = new FormData(event.currentTarget);
      void run(() => send(values));
    },
  };
}

/** The text of one field. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

/** The time zone this browser is in. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
