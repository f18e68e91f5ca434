import { Skeleton } from '@mantine/core';

/** A board in grey. */
export function BoardSkeleton() {
  return <Skeleton height="min(32rem, calc(100dvh - 16rem))" radius="lg" />;
}
