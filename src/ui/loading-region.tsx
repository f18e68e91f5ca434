import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react';

import classes from './loading-region.module.css';

const showAfterMs = 150;
const showAtLeastMs = 300;

type Props = {
  /** True until there is something to show. */
  isLoading: boolean;
  /** True while newer data is fetched behind what is shown. */
  isRefetching?: boolean;
  /** Says what is loading, for screen readers: "Loading students". */
  label: string;
  /** The final shape in grey. */
  skeleton: ReactNode;
  children: ReactNode;
};

/** Skeleton after 150 ms, for at least 300 ms; a thin bar while old data is refreshed (R24). */
export function LoadingRegion({ isLoading, isRefetching = false, label, skeleton, children }: Props) {
  const isSlow = useIsSlow(isLoading);
  // What has come is drawn in small steps, so that a long list never keeps a phone from answering a touch.
  const isDrawn = useDeferredValue(!isLoading, false) && !isLoading;
  return (
    <div className={classes.region} aria-busy={!isDrawn || isSlow || isRefetching}>
      {isRefetching && !isLoading && <span className={classes.bar} aria-hidden="true" />}
      {isSlow && (
        <span className="visually-hidden" role="status">
          {label}
        </span>
      )}
      {/* Not to be seen at first, it keeps the room: what stands below must not jump away from a finger. */}
      {(!isDrawn || isSlow) && (
        <div aria-hidden="true" className={isSlow ? undefined : classes.room}>
          {skeleton}
        </div>
      )}
      {isDrawn && !isSlow && children}
    </div>
  );
}

/** Whether to show that something takes time: never a flicker for what arrives at once. */
function useIsSlow(isLoading: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  const shownAt = useRef(0);

  useEffect(() => {
    if (isLoading === isSlow) return;
    const shownFor = performance.now() - shownAt.current;
    const wait = isLoading ? showAfterMs : Math.max(0, showAtLeastMs - shownFor);
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setIsSlow(isLoading);
    }, wait);
    return () => clearTimeout(timer);
  }, [isLoading, isSlow]);

  return isSlow;
}
