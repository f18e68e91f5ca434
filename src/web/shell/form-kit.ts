// What the dialogs' forms are made of. Every page of the dashboard fetches it once it is drawn and idle, so that a
// dialog brings no more than its own fields. The names say what to keep: nobody imports them from here.
export { Select, TextInput } from '@mantine/core';
export { useApiForm } from '#client/form.ts';
export { atMost } from '#shared/fields.ts';
export { FormModal } from '#ui/form-modal.tsx';
