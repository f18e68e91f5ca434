import { Anchor, Button, Skeleton } from '@mantine/core';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { api } from '#client/api.ts';
import { isRefusedAs } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import { SignInCard } from '#features/people/sign-in/components/sign-in-card.tsx';
import { useQuestion } from '#ui/confirm.ts';
import { DashboardLink } from '#ui/dashboard-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { goBack } from '#ui/go-back.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProfileCards } from '#ui/profile-card.tsx';

import { instructorMissing } from '../rules.ts';
import { DeletedInstructor } from './deleted-instructor.tsx';
import { InstructorActions } from './instructor-actions.tsx';
import { InstructorFacts } from './instructor-facts.tsx';

type Props = {
  instructorId: string;
  /** What they taught, for those who may see it. */
  activity: ReactNode;
};

/** One instructor: how to reach them, how they are paid and what they taught (spec §2). */
export function InstructorProfile({ instructorId, activity }: Props) {
  const { can, organization } = useSignedIn();
  const [isEditing, setIsEditing] = useState(false);
  const edit = () => setIsEditing(true);
  const isAsking = useQuestion() !== null;
  const isDeleting = useIsMutating({ mutationKey: api.people.instructors.delete.mutationKey() }) > 0;
  const asked = useQuery(api.people.instructors.get.queryOptions({ input: { id: instructorId } }));
  const { isPending, isFetching, error } = asked;
  // An id that is none comes from a mistyped address.
  const isMissing = isRefusedAs(error, 'NOT_FOUND') || isRefusedAs(error, 'BAD_REQUEST');
  // What is being typed, or asked, about somebody who was deleted stays until it is let go of, and so does who is being
  // deleted here until their profile is left.
  const isHeld = isEditing || isAsking || isDeleting;
  const data = isMissing && !isHeld ? undefined : asked.data;
  const back = can.managePeople && <BackToInstructors />;
  const missing = <EmptyState title={instructorMissing} body="They may have been deleted meanwhile." />;
  if (!data && can.readPayroll && isRefusedAs(error, 'NOT_FOUND'))
    return (
      <DeletedInstructor instructorId={instructorId} back={back} missing={missing}>
        {activity}
      </DeletedInstructor>
    );
  return (
    <>
      <PageHeader
        title={data?.fullName ?? 'Instructor profile'}
        back={back}
        actions={
          data &&
          can.managePeople && (
            <InstructorActions
              instructor={data}
              isEditing={isEditing}
              onEdit={edit}
              onEdited={() => setIsEditing(false)}
            />
          )
        }
      />
      {error && !data ? (
        isMissing ? (
          missing
        ) : isRefusedAs(error, 'FORBIDDEN') ? (
          <EmptyState
            title="Only the owner, admins, staff and this instructor see this profile."
            body="Your own is in the menu under your name."
            action={<Button renderRoot={(props) => <DashboardLink {...props} />}>Back to Schedule</Button>}
          />
        ) : (
          <LoadFailed title="Error loading instructor profile" asked={asked} />
        )
      ) : (
        <LoadingRegion
          isLoading={isPending}
          isRefetching={isFetching}
          label="Loading instructor profile"
          skeleton={<ProfileSkeleton />}
        >
          {data && (
            <>
              <InstructorFacts instructor={data} currency={organization.currency}>
                {can.managePeople && <SignInCard person={{ ...data, role: 'instructor' }} onEdit={edit} />}
              </InstructorFacts>
              {activity}
            </>
          )}
        </LoadingRegion>
      )}
    </>
  );
}

function BackToInstructors() {
  return (
    <Anchor renderRoot={(props) => <Link to="/dashboard/manage-instructors" onClick={goBack} {...props} />}>
      ← Back to Instructors
    </Anchor>
  );
}

function ProfileSkeleton() {
  return (
    <ProfileCards>
      <Skeleton height={180} radius="lg" />
      <Skeleton height={180} radius="lg" />
      <Skeleton height={180} radius="lg" />
    </ProfileCards>
  );
}
