import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { useApiForm } from '#client/form.ts';
import { mayDiscard } from '#client/leave-guard.ts';
import { useQuestion } from '#ui/confirm.ts';
import { useFocusReturn } from '#ui/focus-return.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { StaleNotice } from '#ui/stale-notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { convertedStatus, inquiryStatuses, updateInquiryInput, type Inquiry } from '../schema.ts';
import { failingWith } from './failure-words.ts';
import classes from './inquiries.module.css';
import { FirstFields, MoreFields } from './inquiry-fields.tsx';
import { inputOf, valuesOf } from './inquiry-values.ts';
import { statusWord } from './inquiry-status.tsx';

type Props = { inquiry: Inquiry; onClose: () => void };

/** Edit Inquiry Details (spec §2). */
export function EditInquiryModal({ inquiry, onClose }: Props) {
  useFocusReturn();
  const queries = useQueryClient();
  const isAsking = useQuestion() !== null;
  const update = useMutation(api.leads.update.mutationOptions({ meta: { invalidates: [api.leads.key()] } }));
  const form = useApiForm({
    schema: updateInquiryInput,
    initialValues: { ...valuesOf(inquiry), status: inquiry.status },
    edited: { version: inquiry.version, newest, words: { status: (value) => statusWord(String(value)) } },
    toInput: (values, version) => ({ ...inputOf(values), id: inquiry.id, version }),
    save: (input) => failingWith('Failed to update inquiry. Please try again.', update.mutateAsync(input)),
    onSaved: ({ fullName }) => {
      toastSuccess(`${fullName} was saved.`);
      onClose();
    },
  });

  async function newest() {
    const asked = api.leads.get.queryOptions({ input: { id: inquiry.id } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 });
    return { version: found.version, values: { ...valuesOf(found), status: found.status } };
  }

  async function close() {
    if (!form.isDirty() || (await mayDiscard())) onClose();
  }

  return (
    <Modal
      opened
      onClose={() => void close()}
      closeOnEscape={!isAsking}
      closeOnClickOutside={false}
      title="Edit Inquiry Details"
      size={640}
    >
      <form {...form.formProps}>
        <Stack gap="md">
          <FormSummary problems={form.problems} />
          <StaleNotice stale={form.stale} isBusy={form.saving} />
          <div className={classes.fields}>
            <FirstFields form={form} />
            <Select
              label="Status"
              allowDeselect={false}
              disabled={inquiry.studentId !== null}
              data={inquiryStatuses.map((value) => ({
                value,
                label: statusWord(value),
                // Only enrolling sets it; it is shown where somebody did so meanwhile.
                disabled: value === convertedStatus,
              }))}
              key={form.key('status')}
              {...form.getInputProps('status')}
            />
            <MoreFields form={form} />
          </div>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => void close()}>
              Cancel
            </Button>
            <SubmitButton isBusy={form.saving} busyLabel="Saving...">
              Save Changes
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
