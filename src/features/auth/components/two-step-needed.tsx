import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';

import { errorMessage } from '#client/failure.ts';
import { forget, type Session } from '#client/session.ts';
import { BusyButton } from '#ui/busy-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { toastError } from '#ui/toast.ts';

import { signInAgain } from './log-out.ts';
import { RecoveryCodes, type MadeCodes } from './recovery-codes.tsx';
import { TwoStepSection } from './two-step-section.tsx';

type Props = {
  session: Session;
  /** Codes to note, or to make anew, once it is on. */
  recoveryCodes: MadeCodes | null;
  onCodes: (codes: MadeCodes | null) => void;
};

/** All there is to see of a studio that asks for two steps, until they are on and their codes are noted or done without. */
export function TwoStepNeeded({ session, recoveryCodes, onCodes }: Props) {
  // What was kept for a lost network is as little theirs to see as the rest.
  useEffect(() => void forget().catch(() => {}), []);
  const leave = useMutation({
    mutationFn: signInAgain,
    onError: (error) => toastError(errorMessage(error)),
  });
  if (Array.isArray(recoveryCodes))
    return (
      <Stack maw={640} mx="auto">
        <PageHeader title="Two-step sign-in is on" />
        <RecoveryCodes codes={recoveryCodes} onNoted={() => onCodes(null)} />
      </Stack>
    );
  return (
    <Stack maw={640} mx="auto" align="stretch">
      <PageHeader title="One more step" />
      {session.lacksTwoStep && (
        <Text>
          {session.organization.name} asks everybody who works there for two-step sign-in. Turn it on for{' '}
          {session.user.email || session.user.fullName} to go on.
        </Text>
      )}
      <TwoStepSection recoveryCodes={recoveryCodes} onCodes={onCodes} />
      <div>
        {session.lacksTwoStep ? (
          <BusyButton variant="default" isBusy={leave.isPending} onClick={() => leave.mutate()}>
            Sign in again
          </BusyButton>
        ) : (
          <Button variant="default" onClick={() => onCodes(null)}>
            Go on without new codes
          </Button>
        )}
      </div>
    </Stack>
  );
}
