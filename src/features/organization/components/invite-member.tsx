import { Select, Text, TextInput } from '@mantine/core';
import { api } from '#client/api.ts';
import { useApiForm } from '#client/form.ts';
import { queryClient } from '#client/query-client.ts';
import { inviteMemberInput } from '#features/organization/schema.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

const roles = [
  { value: 'staff', label: 'Staff', may: 'Schedule, students, payments, inquiries' },
  { value: 'admin', label: 'Admin', may: 'Everything but the owner’s access' },
];

/** Asks for whom to invite; they get an email with a link that sets their password. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const form = useApiForm({
    schema: inviteMemberInput,
    initialValues: { fullName: '', email: '', role: 'staff' },
    save: (input) => api.organization.team.invite.call(input).then(() => input),
    onSaved: async ({ email }) => {
      await queryClient.invalidateQueries({ queryKey: api.organization.team.key() });
      toastSuccess(`An invitation was sent to ${email}.`);
      onClose();
    },
  });
  return (
    <FormModal
      title="Invite a team member"
      size={440}
      form={form}
      submitLabel="Send invitation"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <Text c="dimmed">They get an email with a link to set their password.</Text>
      <TextInput
        data-autofocus
        label="Full Name"
        key={form.key('fullName')}
        {...form.getInputProps('fullName')}
      />
      <TextInput label="Email" type="email" key={form.key('email')} {...form.getInputProps('email')} />
      <Select
        label="Role"
        data={roles}
        renderOption={({ option }) => `${option.label}: ${mayOf(option.value)}`}
        description={mayOf(form.useWatchValue('role'))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        key={form.key('role')}
        {...form.getInputProps('role')}
      />
    </FormModal>
  );
}

function mayOf(role: unknown) {
  return roles.find(({ value }) => value === role)?.may;
}
