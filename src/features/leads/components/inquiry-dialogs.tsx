import { lazyDialog } from '#ui/lazy-part.tsx';

import type { Inquiry } from '../schema.ts';

export const EditInquiryModal = lazyDialog(
  () => import('./edit-inquiry-modal.tsx'),
  ({ EditInquiryModal }) => EditInquiryModal,
);
export const InquiryActionsModal = lazyDialog(
  () => import('./inquiry-actions-modal.tsx'),
  ({ InquiryActionsModal }) => InquiryActionsModal,
);
export const ScheduleTryoutModal = lazyDialog(
  () => import('./schedule-tryout-modal.tsx'),
  ({ ScheduleTryoutModal }) => ScheduleTryoutModal,
);

export const LinkStudentModal = lazyDialog(
  () => import('./link-student-modal.tsx'),
  ({ LinkStudentModal }) => LinkStudentModal,
);

export type InquiryDialog = { kind: 'actions' | 'edit' | 'tryout' | 'link'; inquiry: Inquiry };

type Props = { dialog: InquiryDialog | null; onDialog: (dialog: InquiryDialog | null) => void };

/** The one dialog of the screen that is open, if any. */
export function InquiryDialogs({ dialog, onDialog }: Props) {
  if (!dialog) return null;
  const { kind, inquiry } = dialog;
  const close = () => onDialog(null);
  return (
    <>
      {kind === 'edit' && <EditInquiryModal inquiry={inquiry} onClose={close} />}
      {kind === 'actions' && (
        <InquiryActionsModal
          inquiry={inquiry}
          onClose={close}
          onScheduleTryout={() => onDialog({ kind: 'tryout', inquiry })}
          onLinkStudent={() => onDialog({ kind: 'link', inquiry })}
        />
      )}
      {kind === 'tryout' && <ScheduleTryoutModal inquiry={inquiry} onClose={close} />}
      {kind === 'link' && <LinkStudentModal inquiry={inquiry} onClose={close} />}
    </>
  );
}
