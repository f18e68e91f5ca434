import { Anchor, Skeleton } from '@mantine/core';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { isRefusedAs } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useCan } from '#client/session.ts';
import { PaymentHistory, type PaymentWindow } from '#features/payments/components/payment-history.tsx';
import { SignInCard } from '#features/people/sign-in/components/sign-in-card.tsx';
import { useQuestion } from '#ui/confirm.ts';
import { DashboardLink } from '#ui/dashboard-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { goBack } from '#ui/go-back.ts';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProfileCards } from '#ui/profile-card.tsx';

import { studentProfileMissing } from '../rules.ts';
import { DeletedStudent } from './deleted-student.tsx';
import { StudentActions } from './student-actions.tsx';
import { StudentFacts } from './student-facts.tsx';
import classes from './student-profile.module.css';

type Props = {
  studentId: string;
  /** Of their payments. */
  page: number;
  onPage: (page: number) => void;
};

/** One student: how to reach them, their subscriptions and classes, and everything they paid (spec §2). */
export function StudentProfile({ studentId, page, onPage }: Props) {
  const canManage = useCan('managePeople');
  const seesPayments = useCan('managePayments');
  const [isEditing, setIsEditing] = useState(false);
  const edit = () => setIsEditing(true);
  const [payment, setPayment] = useState<PaymentWindow | null>(null);
  const isAsking = useQuestion() !== null;
  const isDeleting = useIsMutating({ mutationKey: api.enrollment.deleteStudent.mutationKey() }) > 0;
  const asked = useQuery(api.people.students.get.queryOptions({ input: { id: studentId } }));
  const { isPending, isFetching, error } = asked;
  // An id that is none comes from a mistyped address.
  const isMissing = isRefusedAs(error, 'NOT_FOUND') || isRefusedAs(error, 'BAD_REQUEST');
  // What is being typed, or asked, about somebody who was deleted stays until it is let go of, and so does who is being
  // deleted here until their profile is left.
  const isHeld = asked.data !== undefined && (isEditing || payment !== null || isAsking || isDeleting);
  // Once deleted they stay so, also while they are asked for again: what is open on what is left of them stays open.
  const [wasGone, setWasGone] = useState(false);
  const isGone = !asked.isSuccess && (wasGone || (isMissing && !isHeld));
  if (isGone !== wasGone) setWasGone(isGone);
  const data = isGone ? undefined : asked.data;
  const back = canManage ? <BackToStudents /> : <BackToSchedule />;
  // spec §8
  const missing = <EmptyState title={studentProfileMissing} body="They may have been deleted meanwhile." />;
  if (isGone && seesPayments)
    return <DeletedStudent studentId={studentId} back={back} missing={missing} page={page} onPage={onPage} />;
  return (
    <>
      <PageHeader
        title={data?.fullName ?? 'Student profile'}
        back={back}
        actions={
          data &&
          canManage && (
            <StudentActions
              student={data}
              isEditing={isEditing}
              onEdit={edit}
              onEdited={() => setIsEditing(false)}
            />
          )
        }
      />
      {isGone ? (
        missing
      ) : error && !data ? (
        <LoadFailed title="The student profile could not be loaded" asked={asked} />
      ) : (
        <LoadingRegion
          isLoading={isPending}
          isRefetching={isFetching}
          label="Loading student profile"
          skeleton={<ProfileSkeleton />}
        >
          {data && (
            <div className={classes.profile}>
              <StudentFacts student={data}>
                {canManage && <SignInCard person={{ ...data, role: 'student' }} onEdit={edit} />}
              </StudentFacts>
              <PaymentHistory
                studentId={studentId}
                open={payment}
                onOpen={setPayment}
                page={page}
                onPage={onPage}
              />
            </div>
          )}
        </LoadingRegion>
      )}
    </>
  );
}

function BackToStudents() {
  return (
    <Anchor
      data-noprint
      renderRoot={(props) => <Link to="/dashboard/manage-students" onClick={goBack} {...props} />}
    >
      ← Back to Students
    </Anchor>
  );
}

function BackToSchedule() {
  return (
    <Anchor data-noprint renderRoot={(props) => <DashboardLink {...props} />}>
      ← Back to Schedule
    </Anchor>
  );
}

function ProfileSkeleton() {
  return (
    <div className={classes.profile}>
      <ProfileCards>
        <Skeleton height={200} radius="lg" />
        <Skeleton height={200} radius="lg" />
        <Skeleton height={200} radius="lg" />
      </ProfileCards>
      <Skeleton height={240} radius="lg" />
    </div>
  );
}
