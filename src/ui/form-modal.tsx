import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

import { useFocusReturn } from './focus-return.ts';
import { FormSummary } from './form-summary.tsx';
import { useModalGuard, type GuardedForm } from './modal-guard.ts';
import { StaleNotice, type StaleEdit } from './stale-notice.tsx';
import { SubmitButton } from './submit-button.tsx';

type Props = {
  title: string;
  size: number;
  form: GuardedForm & {
    formProps: ComponentProps<'form'>;
    problems: ComponentProps<typeof FormSummary>['problems'];
    stale: StaleEdit | null;
  };
  submitLabel?: string;
  busyLabel?: string;
  onClose: () => void;
  /** The form comes back after a reload. */
  isKept?: boolean;
  /** The fields. */
  children: ReactNode;
};

/** A form in a modal: its problems, its fields, Cancel and submit, and nothing typed is lost by closing it. */
export function FormModal({
  title,
  size,
  form,
  submitLabel = 'Save Changes',
  busyLabel = 'Saving...',
  onClose,
  isKept = false,
  children,
}: Props) {
  useFocusReturn();
  const { close, modalProps } = useModalGuard(() => form, onClose, { isKept });
  return (
    <Modal {...modalProps} title={title} size={size}>
      <form {...form.formProps}>
        <Stack gap="md">
          <FormSummary problems={form.problems} />
          <StaleNotice stale={form.stale} isBusy={form.saving} />
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={form.saving} onClick={close}>
              Cancel
            </Button>
            <SubmitButton isBusy={form.saving} busyLabel={busyLabel}>
              {submitLabel}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
