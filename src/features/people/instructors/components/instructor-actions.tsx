import { Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { useCan } from '#client/session.ts';
import { idempotentDelete } from '#client/unanswered.ts';
import type { Instructor } from '#features/people/instructors/schema.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { lazyDialog } from '#ui/lazy-part.tsx';
import { toastSuccess } from '#ui/toast.ts';

import classes from './instructor-profile.module.css';

const EditInstructor = lazyDialog(
  () => import('./edit-instructor.tsx'),
  ({ EditInstructor }) => EditInstructor,
);

type Props = {
  instructor: Instructor;
  isEditing: boolean;
  onEdit: () => void;
  onEdited: () => void;
};

/** What may be done with an instructor, on their profile. */
export function InstructorActions({ instructor, isEditing, onEdit, onEdited }: Props) {
  const canDelete = useCan('deletePeople');
  return (
    <>
      {canDelete && <DeleteInstructor instructor={instructor} />}
      <Button
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        onPointerEnter={EditInstructor.preload}
        onFocus={EditInstructor.preload}
        onClick={onEdit}
      >
        Edit
      </Button>
      {isEditing && <EditInstructor instructor={instructor} onClose={onEdited} />}
    </>
  );
}

function DeleteInstructor({ instructor: { id, fullName } }: { instructor: Instructor }) {
  const navigate = useNavigate();
  const instructors = api.people.instructors;
  // Not the profile this stands on: it would be asked for once more and not be found.
  const remove = useMutation(
    instructors.delete.mutationOptions({
      mutationFn: idempotentDelete(instructors.delete.call),
      meta: { invalidates: [instructors.list.key()] },
      // Part of the deletion, so that the news of it, which asks for the profile too, waits until that was left. Who
      // has left it meanwhile is elsewhere by now.
      onSuccess: async (_, deleted) => {
        if (window.location.pathname.endsWith(deleted.id))
          await navigate({ to: '/dashboard/manage-instructors' });
      },
    }),
  );

  const ask = () =>
    confirmDanger({
      title: 'Are you sure you want to delete this instructor?',
      body: `${fullName}’s name, contact details and login are erased for good. What they taught stays in your records as “Deleted instructor”.`,
      confirmLabel: 'Delete instructor',
      // spec §8
      errorText: (error) => `Failed to delete user. ${errorMessage(error)}`,
      onConfirm: async () => {
        await remove.mutateAsync({ id });
        toastSuccess(`${fullName} was deleted.`);
      },
    });

  return (
    <Button
      variant="default"
      className={classes.delete}
      leftSection={<IconTrash size={16} aria-hidden="true" />}
      onClick={ask}
    >
      Delete
    </Button>
  );
}
