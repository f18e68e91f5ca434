import { lazy, Suspense, useEffect, useState } from 'react';

import { useQuestion } from './confirm.ts';
import { loadLater } from './load-later.ts';
import { listenForToasts } from './toast.ts';
import { settledMs, whenIdle } from './when-idle.ts';

const loadConfirm = () => loadLater(() => import('./confirm-dialog.tsx'));
const ConfirmDialog = lazy(async () => ({ default: (await loadConfirm()).ConfirmDialog }));
const loadToasts = () => loadLater(() => import('./toast-region.tsx'));
const ToastRegion = lazy(async () => ({ default: (await loadToasts()).ToastRegion }));

/** Where questions and toasts appear: mounted once. What asks must be there before the network goes. */
export function OverlayHost() {
  const question = useQuestion();
  const takesToasts = useTakesToasts();
  useEffect(() => whenIdle(() => void loadConfirm()), []);
  return (
    <>
      <Suspense>{takesToasts && <ToastRegion />}</Suspense>
      {/* On its own: what is fetched for toasts must not hide a question that is being answered. */}
      <Suspense>{question && <ConfirmDialog key={question.number} question={question} />}</Suspense>
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
