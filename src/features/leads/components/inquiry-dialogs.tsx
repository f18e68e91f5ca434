import { lazy, Suspense } from 'react';

import type { Inquiry } from '../schema.ts';

export const loadEditModal = () => import('./edit-inquiry-modal.tsx');
export const loadActionsModal = () => import('./inquiry-actions-modal.tsx');
export const loadTryoutModal = () => import('./schedule-tryout-modal.tsx');

const EditInquiryModal = lazy(async () => ({ default: (await loadEditModal()).EditInquiryModal }));
const InquiryActionsModal = lazy(async () => ({ default: (await loadActionsModal()).InquiryActionsModal }));
const ScheduleTryoutModal = lazy(async () => ({ default: (await loadTryoutModal()).ScheduleTryoutModal }));

export type InquiryDialog = { kind: 'actions' | 'edit' | 'tryout'; inquiry: Inquiry };

type Props = { dialog: InquiryDialog | null; onDialog: (dialog: InquiryDialog | null) => void };

/** The one dialog of the screen that is open, if any. */
export function InquiryDialogs({ dialog, onDialog }: Props) {
  if (!dialog) return null;
  const { kind, inquiry } = dialog;
  const close = () => onDialog(null);
  return (
    <Suspense>
      {kind === 'edit' && <EditInquiryModal inquiry={inquiry} onClose={close} />}
      {kind === 'actions' && (
        <InquiryActionsModal
          inquiry={inquiry}
          onClose={close}
          onScheduleTryout={() => onDialog({ kind: 'tryout', inquiry })}
        />
      )}
      {kind === 'tryout' && <ScheduleTryoutModal inquiry={inquiry} onClose={close} />}
    </Suspense>
  );
}
