import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { api } from '#client/api.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import { mayInvite } from '#features/organization/rules.ts';
import type { InvitedPerson, SignIn } from '#features/people/sign-in/schema.ts';
import { formatDate, localDateAt } from '#shared/local-date.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Badge } from '#ui/status-badge.tsx';

import classes from './sign-in-card.module.css';
import { SignInChanges } from './sign-in-changes.tsx';

type Props = {
  person: InvitedPerson;
  /** Opens the form in which an email address can be added. */
  onEdit: () => void;
};

/** Whether a person can sign in, on their profile, and how that is changed. */
export function SignInCard({ person, onEdit }: Props) {
  const heading = useId();
  const { role } = useSignedIn();
  const asked = useQuery(api.people.signIn.get.queryOptions({ input: { id: person.id } }));
  const { data, error, isPending } = asked;
  return (
    <section className={classes.card} aria-labelledby={heading} data-noprint>
      <div className={classes.title}>
        <h2 id={heading}>Sign-in</h2>
        {data && <AccessBadge access={data.access} />}
      </div>
      <LoadingRegion isLoading={isPending} label="Loading the sign-in" skeleton={<Skeleton height={96} />}>
        {error && !data ? (
          <LoadFailed asked={asked} />
        ) : (
          data && (
            <div className={classes.words}>
              <Words signIn={data} person={person} />
              {mayInvite(role, person.role) ? (
                <SignInChanges key={person.email} signIn={data} person={person} onEdit={onEdit} />
              ) : (
                <p className={classes.hint}>Only the owner and admins can change this.</p>
              )}
            </div>
          )
        )}
      </LoadingRegion>
    </section>
  );
}

function AccessBadge({ access }: Pick<SignIn, 'access'>) {
  if (access === 'active') return <Badge tone="success">Can sign in</Badge>;
  return access === 'invited' ? <Badge tone="info">Invited</Badge> : <Badge tone="neutral">No sign-in</Badge>;
}

function Words({ signIn, person: { email, fullName, role } }: { signIn: SignIn; person: InvitedPerson }) {
  const { organization } = useSignedIn();
  const { access, invitedAt, lastUsedAt, hasTwoStep } = signIn;
  const dayOf = (moment: Date) => formatDate(localDateAt(moment, organization.timeZone), true);
  const isElsewhere = signIn.email !== null && signIn.email !== email?.toLowerCase();
  if (access === 'none')
    return (
      <>
        <p>{fullName} cannot sign in.</p>
        <p className={classes.hint}>
          An invitation lets them see their own schedule and profile
          {role === 'instructor' && ' and take attendance of their classes'}, nothing else.
        </p>
      </>
    );
  if (access === 'invited')
    return (
      <>
        <p>
          Invited at {signIn.email}
          {invitedAt && ` on ${dayOf(invitedAt)}`}. The link in the letter works for 7 days and was not used
          yet.
        </p>
        {isElsewhere && email && (
          <p>
            The email of this profile is {email} now: the invitation goes there when you send it again, and
            the link that was sent to {signIn.email} ends.
          </p>
        )}
      </>
    );
  return (
    <>
      {isElsewhere && <p>Signs in with {signIn.email}, which is not the email of this profile.</p>}
      <p>
        {lastUsedAt ? `Last used ${dayOf(lastUsedAt)}.` : 'Signed in nowhere right now.'}
        {hasTwoStep && ' Two-step sign-in is on.'}
      </p>
    </>
  );
}
