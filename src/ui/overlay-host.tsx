import { useEffect, useState } from 'react';

import { useQuestion } from './confirm.ts';
import { followFocus } from './focus-return.ts';
import { lazyPart } from './lazy-part.tsx';
import { loadLater } from './load-later.ts';
import { listenForToasts } from './toast.ts';
import { settledMs, whenIdle } from './when-idle.ts';

const ConfirmDialog = lazyPart(
  () => loadLater(() => import('./confirm-dialog.tsx')),
  ({ ConfirmDialog }) => ConfirmDialog,
);
const ToastRegion = lazyPart(
  () => loadLater(() => import('./toast-region.tsx')),
  ({ ToastRegion }) => ToastRegion,
);

/** Where questions and toasts appear: mounted once. What asks must be there before the network goes. */
export function OverlayHost() {
  const question = useQuestion();
  const takesToasts = useTakesToasts();
  useEffect(() => whenIdle(ConfirmDialog.preload), []);
  useEffect(followFocus, []);
  return (
    <>
      {takesToasts && <ToastRegion />}
      {question && <ConfirmDialog key={question.number} question={question} />}
    </>
  );
}

function useTakesToasts(): boolean {
  const [takesToasts, setTakesToasts] = useState(false);
  useEffect(() => {
    listenForToasts(() => setTakesToasts(true));
    // It may have to tell that there is no network any more.
    const timer = setTimeout(() => setTakesToasts(true), settledMs);
    return () => clearTimeout(timer);
  }, []);
  return takesToasts;
}
