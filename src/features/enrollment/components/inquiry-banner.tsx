import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Inquiry } from '#features/leads/schema.ts';
import { StudentLink } from '#features/people/students/components/student-link.tsx';
import { Notice } from '#ui/notice.tsx';

import classes from './enroll-student.module.css';

/** Says where the filled-in fields come from (spec §2), and leads back there. */
export function InquiryBanner({ inquiry, onLeave }: { inquiry: Inquiry; onLeave: () => void }) {
  const { fullName, danceTypeInterest } = inquiry;
  return (
    <Notice
      tone="brand"
      title={`Enrolling from inquiry ${fullName}`}
      action={
        <span className={classes.bannerActions}>
          <Anchor
            renderRoot={(props) => (
              <Link to="/dashboard/manage-inquiries" search={{ q: fullName }} {...props} />
            )}
          >
            View inquiry
          </Anchor>
          <Button size="compact-sm" variant="default" onClick={onLeave}>
            Enroll someone else
          </Button>
        </span>
      }
    >
      {danceTypeInterest
        ? `Interested in ${danceTypeInterest}. The inquiry becomes Converted to Student.`
        : 'The inquiry becomes Converted to Student.'}
    </Notice>
  );
}

/** Somebody deleted the inquiry of whoever is being enrolled. */
export function InquiryGone() {
  return (
    <Notice tone="warning" role="status" title="This inquiry is not there any more">
      Somebody deleted it. What you filled in is kept: enroll the student without it.
    </Notice>
  );
}

/** An inquiry becomes a student once: leads to the one it became. */
export function AlreadyStudent({ studentId, name }: { studentId: string; name: string }) {
  return (
    <Notice
      tone="info"
      title={`${name} is a student already`}
      action={<StudentLink studentId={studentId}>Open the student profile</StudentLink>}
    >
      An inquiry is converted once. Add further payments on the student’s profile.
    </Notice>
  );
}
