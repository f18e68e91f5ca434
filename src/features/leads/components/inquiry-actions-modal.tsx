import { Modal, UnstyledButton } from '@mantine/core';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { Link } from '@tanstack/react-router';

import { useFocusReturn } from '#ui/focus-return.ts';
import { Badge, statusTone } from '#ui/status-badge.tsx';

import type { Inquiry } from '../schema.ts';
import { ConvertLink } from './convert-link.tsx';
import classes from './inquiry-actions-modal.module.css';
import { LinkStudentModal, ScheduleTryoutModal } from './inquiry-dialogs.tsx';
import { statusWord } from './inquiry-status.tsx';
import { useUndoConversion } from './undo-conversion.ts';

type Props = {
  inquiry: Inquiry;
  onClose: () => void;
  onScheduleTryout: () => void;
  onLinkStudent: () => void;
};

/** Inquiry Actions (spec §2): what comes next for somebody who asked. */
export function InquiryActionsModal({ inquiry, onClose, onScheduleTryout, onLinkStudent }: Props) {
  useFocusReturn();
  const undoConversion = useUndoConversion();
  return (
    <Modal opened onClose={onClose} title="Inquiry Actions" size={440}>
      <p className={classes.who}>
        <strong>{inquiry.fullName}</strong>
        <Badge tone={statusTone('inquiry', inquiry.status)}>{statusWord(inquiry.status)}</Badge>
      </p>
      <div className={classes.choices}>
        {inquiry.studentId ? (
          <>
            <Link
              to="/dashboard/student-profile/$studentId"
              params={{ studentId: inquiry.studentId }}
              className={classes.choice}
            >
              <IconUser size={22} aria-hidden="true" />
              <Words title="View student" hint="The profile this inquiry became" />
            </Link>
            <UnstyledButton
              className={classes.choice}
              onClick={() => {
                onClose();
                undoConversion(inquiry);
              }}
            >
              <IconArrowBackUp size={22} aria-hidden="true" />
              <Words title="Undo conversion" hint="Open the inquiry again; the student stays" />
            </UnstyledButton>
          </>
        ) : (
          <>
            <UnstyledButton
              className={classes.choice}
              data-autofocus
              onPointerEnter={ScheduleTryoutModal.preload}
              onFocus={ScheduleTryoutModal.preload}
              onClick={onScheduleTryout}
            >
              <IconCalendarPlus size={22} aria-hidden="true" />
              <Words title="Schedule Tryout" hint="Book an instructor, a classroom and a time" />
            </UnstyledButton>
            <ConvertLink inquiryId={inquiry.id} known={inquiry} className={classes.choice}>
              <IconUserPlus size={22} aria-hidden="true" />
              <Words title="Convert to Student" hint="Enroll with everything already known" />
            </ConvertLink>
            <UnstyledButton
              className={classes.choice}
              onPointerEnter={LinkStudentModal.preload}
              onFocus={LinkStudentModal.preload}
              onClick={onLinkStudent}
            >
              <IconUserCheck size={22} aria-hidden="true" />
              <Words title="Already a student" hint="Enrolled without this inquiry: say who it is" />
            </UnstyledButton>
          </>
        )}
      </div>
    </Modal>
  );
}

function Words({ title, hint }: { title: string; hint: string }) {
  return (
    <span>
      <strong>{title}</strong>
      <span>{hint}</span>
    </span>
  );
}
