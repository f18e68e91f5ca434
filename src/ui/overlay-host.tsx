import { lazy, Suspense, useEffect, useState } from 'react';

import { useQuestion } from './confirm.ts';
import { loadLater } from './load-later.ts';
import { listenForToasts } from './toast.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));
const loadToasts = () => loadLater(() => import('./toast-region.tsx'));
const ToastRegion = lazy(async () => ({ default: (await loadToasts()).ToastRegion }));

/** Where questions and toasts appear: mounted once, loads each kind when it is asked for. */
export function OverlayHost() {
  const question = useQuestion();
  const takesToasts = useTakesToasts();
  return (
    <>
      <Suspense>{takesToasts && <ToastRegion />}</Suspense>
      {/* On its own: what is fetched for toasts must not hide a question that is being answered. */}
      <Suspense>{question && <ConfirmDialog question={question} />}</Suspense>
    </>
  );
}

// At the latest when a phone is done with the page: a toast may have to tell that there is no network any more.
const settledMs = 5_000;

function useTakesToasts(): boolean {
  const [takesToasts, setTakesToasts] = useState(false);
  useEffect(() => {
    listenForToasts(() => setTakesToasts(true));
    const timer = setTimeout(() => setTakesToasts(true), settledMs);
    return () => clearTimeout(timer);
  }, []);
  return takesToasts;
}
