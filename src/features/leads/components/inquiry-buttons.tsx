import { ActionIcon, Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { memo } from 'react';

import { deletedStudentName } from '#features/people/students/rules.ts';

import type { Inquiry } from '../schema.ts';
import classes from './inquiries.module.css';
import { EditInquiryModal, InquiryActionsModal, type InquiryDialog } from './inquiry-dialogs.tsx';

type Props = {
  inquiry: Inquiry;
  onDialog: (dialog: InquiryDialog) => void;
  onDelete: (inquiry: Inquiry) => void;
};

/** What can be done with an inquiry (spec §2): Actions, Edit, Delete; Delete alone once its student was deleted. */
export const InquiryButtons = memo(function InquiryButtons({ inquiry, onDialog, onDelete }: Props) {
  const { fullName, studentId } = inquiry;
  const hasLeft = studentId !== null && fullName === deletedStudentName;
  return (
    <span className={classes.rowButtons}>
      {!hasLeft && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Actions for ${fullName}`}
            aria-haspopup="dialog"
            onPointerEnter={InquiryActionsModal.preload}
            onFocus={InquiryActionsModal.preload}
            onClick={() => onDialog({ kind: 'actions', inquiry })}
          >
            Actions
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Edit ${fullName}`}
            title="Edit"
            onPointerEnter={EditInquiryModal.preload}
            onFocus={EditInquiryModal.preload}
            onClick={() => onDialog({ kind: 'edit', inquiry })}
          >
            <IconPencil size={18} aria-hidden="true" />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`Delete ${fullName}`}
        title="Delete"
        onClick={() => onDelete(inquiry)}
      >
        <IconTrash size={18} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
});
