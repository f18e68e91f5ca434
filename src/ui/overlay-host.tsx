import { lazy, Suspense, useEffect, useState } from 'react';

import { useQuestion } from './confirm.ts';
import { loadLater } from './load-later.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));
const loadToasts = () => loadLater(() => import('./toast-region.tsx'));
const ToastRegion = lazy(async () => ({ default: (await loadToasts()).ToastRegion }));

/** Where questions and toasts appear: mounted once, loads each kind when the page has settled. */
export function OverlayHost() {
  const question = useQuestion();
  const isSettled = useIsSettled();
  return (
    <Suspense fallback={null}>
      {isSettled && <ToastRegion />}
      {question && <ConfirmDialog question={question} />}
    </Suspense>
  );
}

function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
