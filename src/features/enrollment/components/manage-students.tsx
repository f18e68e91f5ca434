import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';

import { api } from '#client/api.ts';
import { errorMessage, isRefusedAs } from '#client/failure.ts';
import { LoadFailed } from '#client/load-failed.tsx';
import { useSignedIn } from '#client/session.ts';
import type { Inquiry } from '#features/leads/schema.ts';
import { CurrentStudents } from '#features/people/students/components/current-students.tsx';
import { StudentLink } from '#features/people/students/components/student-link.tsx';
import type { OnSearch, StudentsSearch } from '#features/people/students/components/students-search.ts';
import { byStart } from '#features/scheduling/rules.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';

import { hasEnded } from '../rules.ts';
import { EnrollSkeleton } from './enroll-skeleton.tsx';
import type { Enrolled } from './enroll-student.tsx';
import { AlreadyStudent, InquiryBanner, InquiryGone } from './inquiry-banner.tsx';
import classes from './enroll-student.module.css';

// On its way at once, beside the data it waits for anyway.
const EnrollStudent = lazyPart(
  () => import('./enroll-student.tsx'),
  ({ EnrollStudent }) => EnrollStudent,
);
EnrollStudent.preload();

type Props = {
  search: StudentsSearch;
  onSearch: OnSearch;
  inquiryId: string | undefined;
  /** The inquiry as the link that led here brought it along. */
  handed: Inquiry | undefined;
  onLeaveInquiry: () => void;
};

/** Manage Students (spec §2): enroll a new one with a cart of classes, and find those there are. */
export function ManageStudents({ search, onSearch, inquiryId, handed, onLeaveInquiry }: Props) {
  const name = useRef<HTMLInputElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  return (
    <>
      <PageHeader
        title="Manage Students"
        subtitle="Enroll new students, and find everyone who dances with you."
        actions={
          <Button variant="default" aria-keyshortcuts="/" onClick={() => find.current?.focus()}>
            Find a student
          </Button>
        }
      />
      <div className={classes.screen}>
        {enrolled && <EnrolledNotice key={enrolled.studentId} enrolled={enrolled} />}
        <Enrollment
          // Blank again after each student.
          key={`${inquiryId} ${enrolled?.studentId}`}
          inquiryId={inquiryId}
          handed={handed}
          nameRef={name}
          onLeaveInquiry={onLeaveInquiry}
          onEnrolled={(student) => {
            setEnrolled(student);
            if (inquiryId) onLeaveInquiry();
          }}
        />
        <CurrentStudents
          search={search}
          onSearch={onSearch}
          fieldRef={find}
          onEnroll={() => name.current?.focus()}
        />
      </div>
    </>
  );
}

type EnrollmentProps = Pick<Props, 'inquiryId' | 'handed' | 'onLeaveInquiry'> & {
  nameRef: RefObject<HTMLInputElement | null>;
  onEnrolled: (student: Enrolled) => void;
};

function Enrollment({ inquiryId, handed, nameRef, onLeaveInquiry, onEnrolled }: EnrollmentProps) {
  const { today } = useSignedIn();
  const [begun, setBegun] = useState(0);
  const list = useQuery(api.scheduling.classes.list.queryOptions({ select: byStart<ClassRule> }));
  const asked = useQuery({
    ...api.leads.get.queryOptions({ input: { id: inquiryId ?? '' } }),
    enabled: inquiryId !== undefined,
  });
  const inquiry: Inquiry | null = asked.data ?? handed ?? null;
  const isGone = isRefusedAs(asked.error, 'NOT_FOUND');
  const openInquiry = inquiry && !inquiry.studentId && !isGone ? inquiry : null;
  // Who is being enrolled stays so, whatever becomes of their inquiry meanwhile: the server converts none twice.
  const [begunFrom, setBegunFrom] = useState<Inquiry | null>(null);
  if (openInquiry && openInquiry.version !== begunFrom?.version) setBegunFrom(openInquiry);
  const isWaiting = list.isPending || (asked.isLoading && !inquiry);
  if (list.error && !list.data) {
    return <LoadFailed title="Failed to load data" asked={list} />;
  }
  return (
    <LoadingRegion isLoading={isWaiting} label="Loading the enrollment form" skeleton={<EnrollSkeleton />}>
      <EnrollStudent
        fallback={<EnrollSkeleton />}
        key={begun}
        offered={(list.data ?? []).filter((rule) => !hasEnded(rule, today))}
        inquiry={begunFrom}
        isInquiryGone={isGone}
        nameRef={nameRef}
        onEnrolled={onEnrolled}
        onDiscard={() => {
          setBegun(begun + 1);
          setBegunFrom(openInquiry);
        }}
        banner={
          inquiryId &&
          (inquiry?.studentId ? (
            <AlreadyStudent studentId={inquiry.studentId} name={inquiry.fullName} />
          ) : openInquiry ? (
            <InquiryBanner inquiry={openInquiry} onLeave={onLeaveInquiry} />
          ) : begunFrom ? (
            <InquiryGone />
          ) : (
            asked.error && <Notice tone="warning">{errorMessage(asked.error)}</Notice>
          ))
        }
      />
    </LoadingRegion>
  );
}

/** Stays until the next one: who was enrolled, and the way to their profile, which takes the focus (R9). */
function EnrolledNotice({ enrolled: { studentId, fullName } }: { enrolled: Enrolled }) {
  return (
    <Notice
      tone="success"
      action={
        <StudentLink studentId={studentId} ref={takeFocus} c="inherit" underline="always">
          Open {fullName}’s profile
        </StudentLink>
      }
    >
      {fullName} is enrolled.
    </Notice>
  );
}

function takeFocus(link: HTMLAnchorElement | null): void {
  link?.focus();
}
