import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { InferClientOutputs } from '@orpc/client';
import { useRef } from 'react';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { queryClient } from '#client/query-client.ts';
import { useSignedIn } from '#client/session.ts';
import { Section } from '#features/organization/components/section.tsx';
import type { AppRouter } from '#server/router.ts';
import { useFocusHandOn } from '#ui/focus-return.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Notice } from '#ui/notice.tsx';
import { Badge } from '#ui/status-badge.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { ChangePassword } from './change-password.tsx';
import { deviceName } from './device-name.ts';
import { TwoStepSection } from './two-step-section.tsx';
import {
  askAboutEverywhere,
  askAboutOtherDevices,
  askToSignInAgain,
  logOut,
  mustSignInAgain,
} from './log-out.ts';
import classes from './sessions-panel.module.css';

type Device = InferClientOutputs<AppRouter>['auth']['sessions']['list'][number];

/** How one signs in, and where one is signed in now. */
export function SessionsPanel() {
  return (
    <div className={classes.panel}>
      <ChangePassword />
      <TwoStepSection />
      <Devices />
    </div>
  );
}

function Devices() {
  const devices = useQuery(api.auth.sessions.list.queryOptions());
  const end = useMutation(
    api.auth.sessions.end.mutationOptions({
      onError: (error) => {
        if (mustSignInAgain(error)) askToSignInAgain(error);
      },
      // Refused, too: the device may be signed out already.
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.auth.sessions.key() }),
    }),
  );
  const signOutDevice = (device: Device) =>
    device.isCurrent
      ? void logOut()
      : end.mutate(
          { id: device.id },
          { onSuccess: () => toastSuccess(`${deviceName(device.userAgent)} was signed out.`) },
        );
  return (
    <Section title="Signed-in devices">
      {end.error && !mustSignInAgain(end.error) && (
        <Notice tone="danger" role="alert">
          {errorMessage(end.error)}
        </Notice>
      )}
      <LoadingRegion
        isLoading={devices.isPending}
        label="Loading your devices"
        skeleton={<Skeleton h={132} />}
      >
        {devices.error && !devices.data ? (
          <LoadFailed asked={devices} />
        ) : (
          <Stack>
            <ul className={classes.devices}>
              {devices.data?.map((device) => (
                <DeviceRow key={device.id} device={device} onSignOut={() => signOutDevice(device)} />
              ))}
            </ul>
            <Group>
              {(devices.data?.length ?? 0) > 1 && (
                <Button
                  variant="default"
                  onClick={() => {
                    end.reset();
                    askAboutOtherDevices();
                  }}
                >
                  Sign out other devices
                </Button>
              )}
              <Button variant="default" onClick={() => void askAboutEverywhere()}>
                Sign out everywhere
              </Button>
            </Group>
          </Stack>
        )}
      </LoadingRegion>
    </Section>
  );
}

function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => void }) {
  const { organization } = useSignedIn();
  const row = useRef<HTMLLIElement>(null);
  useFocusHandOn(row);
  const name = deviceName(device.userAgent);
  const time = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: organization.timeZone,
  });
  return (
    <li ref={row} className={classes.device}>
      <div>
        <p className={classes.name}>
          {name} {device.isCurrent && <Badge tone="success">This device</Badge>}
        </p>
        <Text c="dimmed">
          Last used {time.format(device.lastUsedAt)}
          <br />
          Signed in {time.format(device.createdAt)}
        </Text>
      </div>
      <Button
        variant="subtle"
        className={classes.signOut ?? ''}
        onClick={onSignOut}
        aria-label={
          device.isCurrent
            ? 'Sign out this device'
            : `Sign out ${name}, used ${time.format(device.lastUsedAt)}`
        }
      >
        Sign out
      </Button>
    </li>
  );
}
