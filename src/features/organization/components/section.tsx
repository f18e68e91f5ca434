import { Paper, Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** A titled card of Edit Profile. */
export function Section({
  title,
  actions,
  isWide,
  children,
}: {
  title: string;
  actions?: ReactNode;
  /** Holds a table, which takes what room there is; what is read or typed keeps to a column. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="lg">
      <Stack gap="md">
        <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '1rem' }}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {actions}
        </div>
        {isWide ? (
          children
        ) : (
          <Stack gap="md" maw={560}>
            {children}
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}
