import { Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { useCan } from '#client/session.ts';
import { idempotentDelete } from '#client/unanswered.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { lazyDialog } from '#ui/lazy-part.tsx';
import { toastSuccess } from '#ui/toast.ts';

import type { Student } from '../schema.ts';
import classes from './student-profile.module.css';

const EditStudent = lazyDialog(
  () => import('./edit-student.tsx'),
  ({ EditStudent }) => EditStudent,
);

type Props = {
  student: Student;
  isEditing: boolean;
  onEdit: () => void;
  onEdited: () => void;
};

/** What may be done with a student, on their profile. */
export function StudentActions({ student, isEditing, onEdit, onEdited }: Props) {
  const canDelete = useCan('deletePeople');
  return (
    <>
      {canDelete && <DeleteStudent student={student} />}
      <Button
        data-noprint
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        onPointerEnter={EditStudent.preload}
        onFocus={EditStudent.preload}
        onClick={onEdit}
      >
        Edit
      </Button>
      {isEditing && <EditStudent student={student} onClose={onEdited} />}
    </>
  );
}

function DeleteStudent({ student: { id, fullName } }: { student: Student }) {
  const navigate = useNavigate();
  // Not the profile this stands on: it would be asked for once more and not be found.
  const remove = useMutation(
    api.enrollment.deleteStudent.mutationOptions({
      mutationFn: idempotentDelete(api.enrollment.deleteStudent.call),
      meta: {
        invalidates: [
          api.people.students.list.key(),
          api.enrollment.key(),
          api.scheduling.key(),
          api.leads.key(),
        ],
      },
      // Part of the deletion, so that the news of it, which asks for the profile too, waits until that was left. Who
      // has left it meanwhile is elsewhere by now.
      onSuccess: async (_, deleted) => {
        if (window.location.pathname.endsWith(deleted.id))
          await navigate({ to: '/dashboard/manage-students' });
      },
    }),
  );

  const ask = () =>
    confirmDanger({
      title: 'Are you sure you want to delete this student?',
      body: `${fullName}’s name, contact details and login are erased for good, from the inquiry they came with too, their class places end, and their one-time sessions to come are cancelled. Payments and attendance stay in your records as “Deleted student”: payments stay in the revenue, and can still be corrected from their rows in the insights.`,
      confirmLabel: 'Delete student',
      // spec §8
      errorText: (error) => `Failed to delete user. ${errorMessage(error)}`,
      onConfirm: async () => {
        await remove.mutateAsync({ id });
        toastSuccess('User successfully deleted.'); // spec §8
      },
    });

  return (
    <Button
      variant="default"
      data-noprint
      className={classes.delete ?? ''}
      leftSection={<IconTrash size={16} aria-hidden="true" />}
      onClick={ask}
    >
      Delete
    </Button>
  );
}
