import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { refreshSession, useSignedIn } from '#client/session.ts';
import { Section } from '#features/organization/components/section.tsx';
import { counted } from '#shared/counted.ts';
import { BusyButton } from '#ui/busy-button.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Notice } from '#ui/notice.tsx';

import { askToSignInAgain, mustSignInAgain } from './log-out.ts';
import { RecoveryCodes, type MadeCodes } from './recovery-codes.tsx';
import { CodeForm, showAnew, type Act, type CodesProps } from './two-step-code.tsx';
import classes from './two-step-section.module.css';

const KeyPicture = lazyPart(
  () => import('./key-picture.tsx'),
  ({ KeyPicture: picture }) => picture,
);

/** A code of an authenticator app, asked for after every other way to sign in. `onCodes` shows recovery codes elsewhere. */
export function TwoStepSection(around: Partial<CodesProps & { recoveryCodes: MadeCodes | null }>) {
  const state = useQuery(api.auth.twoStep.get.queryOptions());
  const { lacksTwoStep } = useSignedIn();
  const [ownCodes, setOwnCodes] = useState<MadeCodes | null>(null);
  const { recoveryCodes = ownCodes, onCodes = setOwnCodes } = around;
  const isOn = Boolean(state.data?.since);
  useEffect(() => {
    // It was turned on elsewhere, or the answer that it is was lost.
    if (lacksTwoStep && isOn) void refreshSession();
  }, [lacksTwoStep, isOn]);
  useLeaveGuard(() => Array.isArray(ownCodes), { question: leavingCodes });
  if (Array.isArray(recoveryCodes))
    return (
      <Section title="Two-step sign-in">
        <RecoveryCodes codes={recoveryCodes} onNoted={() => onCodes(null)} />
      </Section>
    );
  return (
    <Section title="Two-step sign-in">
      <LoadingRegion
        isLoading={state.isPending}
        label="Loading two-step sign-in"
        skeleton={<Skeleton h={88} />}
      >
        {state.error && !state.data && <LoadFailed asked={state} />}
        {state.data &&
          (state.data.since ? (
            <TurnedOn
              {...state.data}
              since={state.data.since}
              areCodesLost={recoveryCodes === 'lost'}
              onCodes={onCodes}
            />
          ) : (
            <TurnedOff onCodes={onCodes} />
          ))}
      </LoadingRegion>
    </Section>
  );
}

const leavingCodes = {
  title: 'Leave without your recovery codes?',
  body: 'Nobody can show them to you again, and without them you can not sign in when your phone is lost.',
  confirmLabel: 'Leave without them',
  cancelLabel: 'Stay here',
};

function TurnedOff({ onCodes }: CodesProps) {
  const { lacksTwoStep } = useSignedIn();
  const begin = useMutation(
    // Refused: another tab may have turned it on.
    api.auth.twoStep.begin.mutationOptions({
      onError: (error) => (mustSignInAgain(error) ? askToSignInAgain(error) : showAnew()),
    }),
  );
  if (begin.data) return <ScanKey {...begin.data} onCodes={onCodes} onLeft={() => begin.reset()} />;
  return (
    <Stack align="flex-start">
      <Text>
        Whoever learns your password still can not sign in: a code of an app on your phone is asked for, too.
      </Text>
      {begin.error && !mustSignInAgain(begin.error) && (
        <Notice tone="danger" role="alert">
          {errorMessage(begin.error)}
        </Notice>
      )}
      <BusyButton
        variant={lacksTwoStep ? 'filled' : 'default'}
        isBusy={begin.isPending}
        onClick={() => begin.mutate({})}
      >
        Turn on
      </BusyButton>
    </Stack>
  );
}

function ScanKey({
  address,
  secret,
  ...codeForm
}: CodesProps & { address: string; secret: string; onLeft: () => void }) {
  return (
    <CodeForm act="on" {...codeForm}>
      <Text>Scan this with an authenticator app, or type the key into it. Then enter the code it shows.</Text>
      <KeyPicture address={address} fallback={<Skeleton h={200} w={200} />} />
      <p className={classes.key}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
    </CodeForm>
  );
}

type TurnedOnProps = CodesProps & {
  since: Date;
  recoveryCodesLeft: number;
  isAskedOfTeam: boolean;
  areCodesLost: boolean;
};

function TurnedOn({ since, recoveryCodesLeft: left, isAskedOfTeam, areCodesLost, onCodes }: TurnedOnProps) {
  const { organization, can } = useSignedIn();
  const [act, setAct] = useState<Act | null>(null);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: organization.timeZone });
  return (
    <Stack>
      {areCodesLost && (
        <Notice tone="warning" role="alert" title="Your recovery codes did not arrive">
          Two-step sign-in is on, but the answer that brings its recovery codes was lost. Any you noted before
          may no longer work. Make new ones with the next code of your app: without them you can not sign in
          when your phone is lost.
        </Notice>
      )}
      <Text>
        On since {day.format(since)}. {counted(left, 'recovery code is', 'recovery codes are')} left.
        {isAskedOfTeam && ' Everybody who works here is asked for it.'}
      </Text>
      {act ? (
        <CodeForm key={act} act={act} onCodes={onCodes} onLeft={() => setAct(null)}>
          {act === 'ask' && (
            <Text>
              Owner, admins, staff and instructors see nothing of the studio until they have turned two-step
              sign-in on. Whoever has not is asked at once, in the middle of what they do. Students are not
              asked.
            </Text>
          )}
        </CodeForm>
      ) : (
        <Group>
          <Button
            variant={areCodesLost ? 'filled' : 'default'}
            autoFocus={areCodesLost}
            onClick={() => setAct('codes')}
          >
            Make new recovery codes
          </Button>
          {can.manageStudio && (
            <Button variant="default" onClick={() => setAct(isAskedOfTeam ? 'askNoMore' : 'ask')}>
              {isAskedOfTeam ? 'Stop asking everybody' : 'Ask everybody who works here'}
            </Button>
          )}
          <Button variant="default" onClick={() => setAct('off')}>
            Turn off
          </Button>
        </Group>
      )}
    </Stack>
  );
}
