import { Button, Stack, Text } from '@mantine/core';

import type { Session } from '#client/session.ts';
import { PageHeader } from '#ui/page-header.tsx';

import { logOut } from './log-out.ts';
import { TwoStepSection } from './two-step-section.tsx';

type Props = {
  session: Session;
  /** While recovery codes are shown, which nobody can read again, the studio waits. */
  onShowing: (areCodesShown: boolean) => void;
};

/** All there is to see of a studio that asks for two-step sign-in, until it is turned on. */
export function TwoStepNeeded({ session, onShowing }: Props) {
  return (
    <Stack maw={640} mx="auto" align="stretch">
      <PageHeader title="One more step" />
      <Text>
        {session.organization.name} asks everybody who works there for two-step sign-in. Turn it on for{' '}
        {session.user.email || session.user.fullName} to go on.
      </Text>
      <TwoStepSection onShowing={onShowing} />
      <div>
        <Button variant="default" onClick={() => void logOut()}>
          Log out
        </Button>
      </div>
    </Stack>
  );
}
