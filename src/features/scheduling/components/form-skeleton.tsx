import { Skeleton, Stack } from '@mantine/core';

/** A booking form in grey. */
export function FormSkeleton() {
  return (
    <Stack gap="md">
      {['name', 'type', 'style', 'who', 'where', 'when'].map((field) => (
        <Skeleton key={field} height={60} radius="md" />
      ))}
    </Stack>
  );
}
