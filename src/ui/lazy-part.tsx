import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { ErrorPanel } from './error-panel.tsx';
import { fetchCode } from './fetch-code.ts';
import classes from './lazy-part.module.css';

type Part<Props> = (props: Props) => ReactNode;
type Load<Module> = () => Promise<Module>;
type Pick<Module, Props> = (module: Module) => Part<Props>;
/** `Part` is null where it could not be fetched; before `outcome` is known there is none. */
type Outcome<Props> = { Part: Part<Props> | null };
type Attempt<Props> = { coming: Promise<Outcome<Props>>; outcome?: Outcome<Props> };
type Failed = { onRetry: () => void; isRetrying: boolean };
type LatePart<Props> = Part<Props> & {
  /** Fetches the code before it is needed; a failure is told when it is. */
  preload: () => void;
};

/**
 * A part of a page whose code comes when it is first drawn; `fallback` stands there meanwhile. React's own `lazy` is not
 * used for two reasons: it remembers a failure until the page is loaded anew, where here only this part fails and its
 * "Retry" fetches again; and what suspends is shown 300 ms late, also where its code was there all along.
 */
export function lazyPart<Module, Props extends object>(
  load: Load<Module>,
  pick: Pick<Module, Props>,
): LatePart<Props & { fallback?: ReactNode }> {
  return latePart<Module, Props & { fallback?: ReactNode }>(
    load,
    pick,
    (failed) => <PartFailed {...failed} />,
    ({ fallback }) => fallback,
  );
}

/** The same for a dialog: what failed is a dialog itself, and what is typed beside it stays. */
export function lazyDialog<Module, Props extends object>(
  load: Load<Module>,
  pick: Pick<Module, Props>,
): LatePart<Props & DialogProps> {
  return latePart<Module, Props & DialogProps>(
    load,
    pick,
    (failed, { onClose }) => <DialogFailed {...failed} onClose={onClose} />,
    () => null,
  );
}

type DialogProps = { onClose: () => void };

function latePart<Module, Props extends object>(
  load: Load<Module>,
  pick: Pick<Module, Props>,
  drawFailed: (failed: Failed, props: Props) => ReactNode,
  drawWaiting: (props: Props) => ReactNode,
): LatePart<Props> {
  let latest: Attempt<Props> | null = null;

  function start(): Attempt<Props> {
    const attempt: Attempt<Props> = {
      coming: fetchCode(load)
        .then(
          (module) => ({ Part: pick(module) }),
          () => ({ Part: null }),
        )
        .then((outcome) => (attempt.outcome = outcome)),
    };
    latest = attempt;
    return attempt;
  }

  /** Whoever draws it next fetches again. */
  function forget(attempt: Attempt<Props>): void {
    if (latest === attempt) latest = null;
  }

  function Late(props: Props) {
    const [attempt, setAttempt] = useState(() => latest ?? start());
    const [outcome, setOutcome] = useState(attempt.outcome);
    useEffect(() => {
      let isLeft = false;
      void attempt.coming.then((came) => {
        if (!isLeft) setOutcome(came);
      });
      return () => {
        isLeft = true;
        if (attempt.outcome?.Part === null) forget(attempt);
      };
    }, [attempt]);
    if (!outcome) return drawWaiting(props);
    if (outcome.Part) return <outcome.Part {...props} />;
    return drawFailed({ onRetry: () => setAttempt(start()), isRetrying: !attempt.outcome }, props);
  }

  function preload(): void {
    if (latest) return;
    const attempt = start();
    void attempt.coming.then(({ Part }) => {
      if (!Part) forget(attempt);
    });
  }

  return Object.assign(Late, { preload });
}

function PartFailed(failed: Failed) {
  return (
    <ErrorPanel title="This could not be loaded" message="Check the connection and try again." {...failed} />
  );
}

/** The browser's own dialog: the code of the others may be what could not be fetched. */
function DialogFailed({ onClose, ...failed }: Failed & DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-label="This could not be loaded" onClose={onClose}>
      <PartFailed {...failed} />
      <Button variant="subtle" onClick={() => dialog.current?.close()}>
        Close
      </Button>
    </dialog>
  );
}
