import { Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { api } from '#client/api.ts';
import { failingWith } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { convertedStatus, inquiryStatuses, updateInquiryInput, type Inquiry } from '../schema.ts';
import classes from './inquiries.module.css';
import { FirstFields, MoreFields } from './inquiry-fields.tsx';
import { inputOf, valuesOf } from './inquiry-values.ts';
import { statusWord } from './inquiry-status.tsx';

type Props = { inquiry: Inquiry; onClose: () => void };

/** Edit Inquiry Details (spec §2). */
export function EditInquiryModal({ inquiry, onClose }: Props) {
  const queries = useQueryClient();
  const seen = useRef(inquiry);
  const update = useMutation(api.leads.update.mutationOptions({ meta: { invalidates: [api.leads.key()] } }));
  const form = useApiForm({
    schema: updateInquiryInput,
    initialValues: { ...valuesOf(inquiry), status: inquiry.status },
    edited: { version: inquiry.version, newest, words: { status: (value) => statusWord(String(value)) } },
    toInput: (values, version) => ({
      ...inputOf(values),
      // Who became a student meanwhile stays one, whichever version of the rest is kept.
      ...(seen.current.studentId === null ? {} : { status: convertedStatus }),
      id: inquiry.id,
      version,
    }),
    save: (input) =>
      failingWith(update.mutateAsync(input), () => 'Failed to update inquiry. Please try again.'),
    onSaved: ({ fullName }) => {
      toastSuccess(`${fullName} was saved.`);
      onClose();
    },
  });

  async function newest() {
    const asked = api.leads.get.queryOptions({ input: { id: inquiry.id } });
    const found = await queries.fetchQuery({ ...asked, staleTime: 0 });
    seen.current = found;
    return { version: found.version, values: { ...valuesOf(found), status: found.status } };
  }

  return (
    <FormModal title="Edit Inquiry Details" size={640} form={form} onClose={onClose}>
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
    </FormModal>
  );
}
