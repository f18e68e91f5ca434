import { ActionIcon } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { idempotentDelete } from '#client/unanswered.ts';
import type { CatalogItem } from '#features/catalog/schema.ts';
import { confirmDanger } from '#ui/confirm.ts';
import { rowId } from '#ui/focus-row.ts';
import { lazyDialog } from '#ui/lazy-part.tsx';
import { toastSuccess } from '#ui/toast.ts';

import type { CatalogKind } from './catalog-kind.ts';
import classes from './catalog-screen.module.css';

const EditItem = lazyDialog(
  () => import('./edit-item.tsx'),
  ({ EditItem }) => EditItem,
);

type Props = {
  kind: CatalogKind;
  items: readonly CatalogItem[];
  drawName: (name: string) => ReactNode;
};

export function ItemList({ kind, items, drawName }: Props) {
  const [edited, setEdited] = useState<CatalogItem | null>(null);
  const askToDelete = useDeletion(kind);
  return (
    <>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id} id={rowId(item.id)} tabIndex={-1} className={classes.item}>
            <span className={classes.name}>{drawName(item.name)}</span>
            <ItemActions name={item.name} onEdit={() => setEdited(item)} onDelete={() => askToDelete(item)} />
          </li>
        ))}
      </ul>
      {edited && <EditItem kind={kind} item={newestOf(edited, items)} onClose={() => setEdited(null)} />}
    </>
  );
}

/** As it is now; a name being typed outlives the deletion of what it is for. */
function newestOf(edited: CatalogItem, items: readonly CatalogItem[]): CatalogItem {
  return items.find(({ id }) => id === edited.id) ?? edited;
}

function useDeletion(kind: CatalogKind) {
  const remove = useMutation(
    kind.procedures.delete.mutationOptions({
      mutationFn: idempotentDelete(kind.procedures.delete.call),
      meta: { invalidates: [api.key()] },
    }),
  );
  return ({ id, name }: CatalogItem) =>
    confirmDanger({
      title: kind.deleteQuestion,
      body: `${name} disappears from every list. A ${kind.noun} that is still in use is not deleted.`,
      confirmLabel: `Delete ${kind.noun}`,
      errorText: (error) => kind.failed + errorMessage(error),
      onConfirm: async () => {
        await remove.mutateAsync({ id });
        toastSuccess(`${name} was deleted.`);
      },
    });
}

type ActionProps = { name: string; onEdit: () => void; onDelete: () => void };

function ItemActions({ name, onEdit, onDelete }: ActionProps) {
  return (
    <span className={classes.actions}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Edit ${name}`}
        title="Edit"
        onPointerEnter={EditItem.preload}
        onFocus={EditItem.preload}
        onClick={onEdit}
      >
        <IconPencil size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={onDelete}
      >
        <IconTrash size={18} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}
