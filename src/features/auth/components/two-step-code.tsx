import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

import { api } from '#client/api.ts';
import { isRefusal } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import { queryClient } from '#client/query-client.ts';
import { refreshSession } from '#client/session.ts';
import { twoStepInput, type TwoStepInput } from '#features/auth/schema.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import type { MadeCodes } from './recovery-codes.tsx';

export type CodesProps = { onCodes: (codes: MadeCodes | null) => void };

/** What can be done about it. */
export type Act = keyof typeof acts;
type Made = { recoveryCodes: string[] } | void;

const acts = {
  on: { label: 'Turn on', busyLabel: 'Turning on...', save: api.auth.twoStep.turnOn.call, done: null },
  codes: {
    label: 'Make new recovery codes',
    busyLabel: 'Making codes...',
    save: api.auth.twoStep.renewRecoveryCodes.call,
    done: null,
  },
  off: {
    label: 'Turn off two-step sign-in',
    busyLabel: 'Turning off...',
    save: api.auth.twoStep.turnOff.call,
    done: 'Two-step sign-in is off.',
  },
  ask: {
    label: 'Ask everybody who works here',
    busyLabel: 'Asking...',
    save: (input: TwoStepInput) => api.auth.twoStep.askTeam.call({ ...input, isAsked: true }),
    done: 'Everybody who works here signs in by two steps now.',
  },
  askNoMore: {
    label: 'Stop asking everybody',
    busyLabel: 'Saving...',
    save: (input: TwoStepInput) => api.auth.twoStep.askTeam.call({ ...input, isAsked: false }),
    done: 'Two-step sign-in is up to each person now.',
  },
};

/** What changes two-step sign-in asks for a code, too: a borrowed session must not. */
export function CodeForm({
  act,
  children,
  onCodes,
  onLeft,
}: CodesProps & { act: Act; children?: ReactNode; onLeft: () => void }) {
  const { label, busyLabel, save, done } = acts[act];
  const form = useApiForm({
    schema: twoStepInput,
    initialValues: { code: '' },
    save: async (input): Promise<Made> => {
      // Looked at before: it is the network that goes which loses answers. Without one nothing is sent.
      const isSent = navigator.onLine;
      try {
        return await save(input);
      } catch (error) {
        // Not in onRefused: the form may be gone by now, and nobody knows whether there are new codes.
        if ((act === 'on' || act === 'codes') && !isRefusal(error) && isSent) onCodes('lost');
        throw error;
      }
    },
    onSaved: async (made) => {
      if (made) onCodes(made.recoveryCodes);
      if (act === 'off') onCodes(null);
      if (done) toastSuccess(done);
      onLeft();
      await showAnew();
    },
    onRefused: () => {
      void showAnew();
      return false;
    },
  });
  return (
    <form {...form.formProps} aria-label={label}>
      <Stack>
        <FormSummary problems={form.problems} />
        {children}
        <TextInput
          label="Code"
          description={act === 'on' ? null : 'Of your authenticator app, or one of your recovery codes.'}
          autoComplete="one-time-code"
          inputMode={act === 'on' ? 'numeric' : 'text'}
          autoFocus
          maw={320}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Group>
          <SubmitButton isBusy={form.saving} busyLabel={busyLabel}>
            {label}
          </SubmitButton>
          <Button variant="default" onClick={onLeft}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks anew for all that a change of it changes. */
export async function showAnew(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.auth.twoStep.key() }),
    queryClient.invalidateQueries({ queryKey: api.auth.sessions.key() }),
    refreshSession(),
  ]);
}
