import { Button } from '@mantine/core';
import { use, useEffect, useRef, useState, useTransition, type ReactNode } from 'react';

import { ErrorPanel } from './error-panel.tsx';
import { fetchCode } from './fetch-code.ts';
import classes from './lazy-part.module.css';

type Part<Props> = (props: Props) => ReactNode;
type Load<Module> = () => Promise<Module>;
type Pick<Module, Props> = (module: Module) => Part<Props>;
type Attempt<Props> = Promise<{ Part: Part<Props> } | null>;
type Failed = { onRetry: () => void; isRetrying: boolean };
type LatePart<Props> = Part<Props> & {
  /** Fetches the code before it is needed; a failure is told when it is. */
  preload: () => void;
};

/**
 * A part of a page whose code comes when it is first drawn, within a Suspense. React's own `lazy` remembers a failure
 * until the page is loaded anew; here only this part fails, and its "Retry" fetches again.
 */
export function lazyPart<Module, Props extends object>(
  load: Load<Module>,
  pick: Pick<Module, Props>,
): LatePart<Props> {
  return latePart(load, pick, (failed) => <PartFailed {...failed} />);
}

/** The same for a dialog: what failed is a dialog itself, and what is typed beside it stays. */
export function lazyDialog<Module, Props extends object>(
  load: Load<Module>,
  pick: Pick<Module, Props>,
): LatePart<Props & DialogProps> {
  return latePart<Module, Props & DialogProps>(load, pick, (failed, { onClose }) => (
    <DialogFailed {...failed} onClose={onClose} />
  ));
}

type DialogProps = { onClose: () => void };

function latePart<Module, Props extends object>(
  load: Load<Module>,
  pick: Pick<Module, Props>,
  drawFailed: (failed: Failed, props: Props) => ReactNode,
): LatePart<Props> {
  let latest: Attempt<Props> | null = null;

  function start(): Attempt<Props> {
    latest = fetchCode(load).then(
      (module) => ({ Part: pick(module) }),
      () => null,
    );
    return latest;
  }

  /** Whoever draws it next fetches again. */
  function forget(attempt: Attempt<Props>): void {
    if (latest === attempt) latest = null;
  }

  function Late(props: Props) {
    const [attempt, setAttempt] = useState(() => latest ?? start());
    const [isRetrying, retry] = useTransition();
    const loaded = use(attempt);
    const hasFailed = loaded === null;
    useEffect(() => (hasFailed ? () => forget(attempt) : undefined), [hasFailed, attempt]);
    if (loaded) return <loaded.Part {...props} />;
    return drawFailed({ onRetry: () => retry(() => setAttempt(start())), isRetrying }, props);
  }

  function preload(): void {
    if (latest) return;
    const attempt = start();
    void attempt.then((loaded) => loaded ?? forget(attempt));
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
