import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { queryClient } from '#client/query-client.ts';
import { confirmPlain } from '#ui/confirm.ts';
import { toastError, toastSuccess } from '#ui/toast.ts';

/** Whether everybody who works in the studio has to use two-step sign-in; for who manages it and uses it. */
export function AskTeam({ isAsked, isOwnOn }: { isAsked: boolean; isOwnOn: boolean }) {
  const save = useMutation(
    api.auth.twoStep.askTeam.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.auth.twoStep.key() }),
    }),
  );
  const ask = () =>
    confirmPlain({
      title: 'Ask everybody who works here?',
      body: 'Owner, admins, staff and instructors see nothing of the studio until they have turned two-step sign-in on. Whoever has not is asked at once, in the middle of what they do. Students are not asked.',
      confirmLabel: 'Ask everybody',
      cancelLabel: 'Cancel',
      errorText: errorMessage,
      onConfirm: async () => {
        await save.mutateAsync({ isAsked: true });
        toastSuccess('Everybody who works here signs in by two steps now.');
      },
    });
  const askNoMore = () =>
    save.mutate(
      { isAsked: false },
      {
        onSuccess: () => toastSuccess('Two-step sign-in is up to each person now.'),
        onError: (error) => toastError(errorMessage(error)),
      },
    );
  return (
    <Switch
      label="Ask everybody who works here for it"
      description={
        isOwnOn || isAsked ? 'Owner, admins, staff and instructors.' : 'Turn it on for yourself first.'
      }
      disabled={(!isOwnOn && !isAsked) || save.isPending}
      checked={isAsked}
      onChange={isAsked ? askNoMore : ask}
    />
  );
}
