import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

import { useFocusReturn } from './focus-return.ts';
import { FormSummary } from './form-summary.tsx';
import { useModalGuard, type GuardedForm } from './modal-guard.ts';
import { StaleNotice, type StaleEdit } from './stale-notice.tsx';
import { SubmitButton } from './submit-button.tsx';

type BodyProps = {
  form: GuardedForm & {
    formProps: ComponentProps<'form'>;
    problems: ComponentProps<typeof FormSummary>['problems'];
    stale: StaleEdit | null;
  };
  submitLabel?: string;
  busyLabel?: string;
  onCancel: () => void;
  /** What stands even before its problems. */
  top?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

type Props = Omit<BodyProps, 'onCancel' | 'top'> & {
  title: string;
  size: number;
  onClose: () => void;
  /** The form comes back after a reload. */
  isKept?: boolean;
};

/** A form in a modal, in which nothing typed is lost by closing it. */
export function FormModal({ title, size, onClose, isKept = false, ...body }: Props) {
  useFocusReturn();
  const { close, modalProps } = useModalGuard(() => body.form, onClose, { isKept });
  return (
    <Modal {...modalProps} title={title} size={size}>
      <FormBody {...body} onCancel={close} />
    </Modal>
  );
}

/** What the form of a modal consists of: its problems, its fields, Cancel and submit. */
export function FormBody({
  form,
  submitLabel = 'Save Changes',
  busyLabel = 'Saving...',
  onCancel,
  top,
  children,
}: BodyProps) {
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        {top}
        <FormSummary problems={form.problems} />
        <StaleNotice stale={form.stale} isBusy={form.saving} />
        {children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={form.saving} onClick={onCancel}>
            Cancel
          </Button>
          <SubmitButton isBusy={form.saving} busyLabel={busyLabel}>
            {submitLabel}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
