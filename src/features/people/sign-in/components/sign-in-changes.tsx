import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { askToSignOut } from '#features/organization/components/ask-to-sign-out.ts';
import type { InvitedPerson, SignIn } from '#features/people/sign-in/schema.ts';
import { BusyButton } from '#ui/busy-button.tsx';
import { confirmDanger } from '#ui/confirm.ts';
import { Notice } from '#ui/notice.tsx';
import { toastSuccess } from '#ui/toast.ts';

import classes from './sign-in-card.module.css';

type Props = { signIn: SignIn; person: InvitedPerson; onEdit: () => void };

/** Invites a person, once more while the invitation was not used, signs them out and ends their access. */
export function SignInChanges({ signIn: { access, lastUsedAt }, person, onEdit }: Props) {
  const queries = useQueryClient();
  const invalidates = [api.people.signIn.key()];
  const invite = useMutation(
    api.people.signIn.invite.mutationOptions({
      meta: { invalidates },
      onSuccess: ({ email }) => toastSuccess(`An invitation was sent to ${email}.`),
      // They are invited though the letter was not sent, or somebody else was quicker.
      onError: () => queries.invalidateQueries({ queryKey: api.people.signIn.key() }),
    }),
  );
  const signOut = useMutation(api.people.signIn.signOut.mutationOptions({ meta: { invalidates } }));
  const end = useMutation(api.people.signIn.end.mutationOptions({ meta: { invalidates } }));
  const askToEnd = () => {
    invite.reset();
    ask(person, access, () => end.mutateAsync({ id: person.id }));
  };
  return (
    <>
      {invite.error && (
        <Notice tone="danger" role="alert">
          {errorMessage(invite.error)}
        </Notice>
      )}
      {access !== 'active' && person.email === null && (
        <p className={classes.hint}>An invitation needs an email address, and this profile has none.</p>
      )}
      <Group gap="sm" mt="xs">
        {access !== 'active' &&
          (person.email === null ? (
            <Button variant="default" onClick={onEdit}>
              Add an email address
            </Button>
          ) : (
            <BusyButton
              variant="default"
              isBusy={invite.isPending}
              onClick={() => invite.mutate({ id: person.id })}
            >
              {access === 'invited' ? 'Send the invitation again' : 'Invite to sign in'}
            </BusyButton>
          ))}
        {lastUsedAt !== null && (
          <Button
            variant="default"
            onClick={() => askToSignOut(person.fullName, () => signOut.mutateAsync({ id: person.id }))}
          >
            Sign out everywhere
          </Button>
        )}
        {access !== 'none' && (
          <Button variant="default" className={classes.end ?? ''} onClick={askToEnd}>
            End access
          </Button>
        )}
      </Group>
    </>
  );
}

function ask({ fullName }: InvitedPerson, access: SignIn['access'], onConfirm: () => Promise<unknown>): void {
  const consequence =
    access === 'active'
      ? `${fullName} is signed out everywhere and cannot sign in any more.`
      : `The link that was sent to ${fullName} stops working.`;
  confirmDanger({
    title: `End ${fullName}’s access?`,
    body: `${consequence} Their profile and everything that belongs to it stays, and you can invite them again.`,
    confirmLabel: 'End access',
    cancelLabel: 'Keep access',
    errorText: errorMessage,
    onConfirm: async () => {
      await onConfirm();
      toastSuccess(`${fullName} cannot sign in any more.`);
    },
  });
}
