import { Button, Menu, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { InferClientOutputs } from '@orpc/client';
import { useState, type MouseEvent } from 'react';
import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { queryClient } from '#client/query-client.ts';
import { useSignedIn } from '#client/session.ts';
import { idempotentDelete } from '#client/unanswered.ts';
import type { TeamRole } from '#features/organization/schema.ts';
import type { AppRouter } from '#server/router.ts';
import { roleLabel } from '#shared/access.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { EmailText } from '#ui/contact-links.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { lazyDialog } from '#ui/lazy-part.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Notice } from '#ui/notice.tsx';
import { RowActions } from '#ui/row-actions.tsx';
import { isSecondClick } from '#ui/second-click.ts';
import { Badge } from '#ui/status-badge.tsx';
import { toastSuccess } from '#ui/toast.ts';
import { askToSignOut } from './ask-to-sign-out.ts';
import { Section } from './section.tsx';

const InviteMember = lazyDialog(
  () => import('./invite-member.tsx'),
  ({ InviteMember }) => InviteMember,
);

type Member = InferClientOutputs<AppRouter>['organization']['team']['list'][number];

const invalidates = [api.organization.team.key()];

/** Who else works in this studio's office, for owner and admin. */
export function TeamPanel() {
  const { profileId } = useSignedIn();
  const team = useQuery(api.organization.team.list.queryOptions());
  const [isInviting, setInviting] = useState(false);
  const changeRole = useMutation(api.organization.team.changeRole.mutationOptions({ meta: { invalidates } }));
  const signOut = useMutation(api.organization.team.signOut.mutationOptions({ meta: { invalidates } }));
  const remove = useMutation(
    api.organization.team.remove.mutationOptions({
      mutationFn: idempotentDelete(api.organization.team.remove.call),
      meta: { invalidates },
    }),
  );

  const inviteAgain = useMutation(
    api.organization.team.invite.mutationOptions({
      // Refused, too: they may have come in since.
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.organization.team.key() }),
    }),
  );
  const failure = changeRole.error ?? inviteAgain.error;
  // What it is about may be settled by what is asked for next.
  const forgetFailure = () => {
    changeRole.reset();
    inviteAgain.reset();
  };

  const setRole = ({ id, version, fullName }: Member, role: TeamRole) => {
    forgetFailure();
    changeRole.mutate(
      { profileId: id, version, role },
      { onSuccess: () => toastSuccess(`${fullName} is ${role} now.`) },
    );
  };

  const sendAgain = ({ fullName, email, role }: Member) => {
    forgetFailure();
    inviteAgain.mutate(
      { fullName, email: email ?? '', role: role === 'admin' ? role : 'staff' },
      { onSuccess: () => toastSuccess(`An invitation was sent to ${email}.`) },
    );
  };

  const columns: Column<Member>[] = [
    { key: 'name', header: 'Name', isName: true, cell: (member) => member.fullName },
    { key: 'email', header: 'Email', cell: ({ email }) => (email ? <EmailText address={email} /> : '–') },
    { key: 'role', header: 'Role', cell: (member) => roleLabel(member.role) },
    {
      key: 'access',
      header: 'Access',
      cell: ({ access }) =>
        access === 'active' ? <Badge tone="success">Active</Badge> : <Badge tone="info">Invited</Badge>,
    },
    { key: 'twoStep', header: 'Two-step', cell: ({ hasTwoStep }) => (hasTwoStep ? 'On' : '–') },
    {
      key: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: (member) =>
        member.role === 'owner' || member.id === profileId ? null : (
          <RowActions name={member.fullName}>
            {member.access === 'invited' && (
              <Menu.Item onClick={once(() => sendAgain(member))}>Send the invitation again</Menu.Item>
            )}
            {member.role === 'admin' ? (
              <Menu.Item onClick={once(() => setRole(member, 'staff'))}>Make staff</Menu.Item>
            ) : (
              <Menu.Item onClick={once(() => setRole(member, 'admin'))}>Make admin</Menu.Item>
            )}
            {member.access === 'active' && (
              <Menu.Item
                onClick={() => {
                  forgetFailure();
                  askToSignOut(member.fullName, () => signOut.mutateAsync({ profileId: member.id }));
                }}
              >
                Sign out everywhere
              </Menu.Item>
            )}
            <Menu.Item
              data-danger
              onClick={() => {
                forgetFailure();
                askToRemove(member, () => remove.mutateAsync({ profileId: member.id }));
              }}
            >
              Remove access
            </Menu.Item>
          </RowActions>
        ),
    },
  ];

  const startInviting = () => {
    forgetFailure();
    setInviting(true);
  };
  return (
    <Section title="Team" isWide actions={<Button onClick={startInviting}>Invite</Button>}>
      {failure && (
        <Notice tone="danger" role="alert">
          {errorMessage(failure)}
        </Notice>
      )}
      <LoadingRegion isLoading={team.isPending} label="Loading team" skeleton={<Skeleton h={132} />}>
        {team.error && !team.data ? (
          <LoadFailed asked={team} />
        ) : (
          <DataTable caption="Team" columns={columns} rows={team.data ?? []} rowKey={({ id }) => id} />
        )}
      </LoadingRegion>
      {isInviting && <InviteMember onClose={() => setInviting(false)} />}
    </Section>
  );
}

/** A menu can be pressed once more while it fades. */
function once(work: () => void) {
  return (event: MouseEvent) => {
    if (!isSecondClick(event)) work();
  };
}

function askToRemove({ fullName }: Member, remove: () => Promise<unknown>): void {
  confirmDanger({
    title: `Remove ${fullName} from the team?`,
    body: `${fullName} is signed out everywhere and cannot sign in to this studio any more. What they entered stays, under their name.`,
    confirmLabel: 'Remove access',
    cancelLabel: 'Keep access',
    errorText: errorMessage,
    onConfirm: async () => {
      await remove();
      toastSuccess(`${fullName} was removed from the team.`);
    },
  });
}
