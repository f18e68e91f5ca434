import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { reworded } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import type { CatalogItem } from '#features/catalog/schema.ts';
import { FormModal } from '#ui/form-modal.tsx';
import { toastSuccess } from '#ui/toast.ts';

import type { CatalogKind } from './catalog-kind.ts';

type Props = { kind: CatalogKind; item: CatalogItem; onClose: () => void };

/** Renames a classroom or a dance type. Every screen that shows the name is refreshed. */
export function EditItem({ kind, item, onClose }: Props) {
  const queries = useQueryClient();
  const update = useMutation(kind.procedures.update.mutationOptions({ meta: { invalidates: [api.key()] } }));
  const form = useApiForm({
    schema: kind.updateInput,
    initialValues: { name: item.name },
    edited: { version: item.version, newest },
    toInput: ({ name }, version) => ({ id: item.id, version, name }),
    save: (input) => reworded(update.mutateAsync(input), kind.failed),
    onSaved: ({ name }) => {
      toastSuccess(`${name} was saved.`);
      onClose();
    },
  });

  async function newest() {
    const list = await queries.fetchQuery({ ...kind.procedures.list.queryOptions(), staleTime: 0 });
    const found = list.find(({ id }) => id === item.id);
    if (!found) throw new Error(`This ${kind.noun} was deleted.`);
    return { version: found.version, values: { name: found.name } };
  }

  return (
    <FormModal title={`Edit ${kind.noun}`} size={440} form={form} onClose={onClose}>
      <TextInput
        label={kind.nameLabel}
        autoComplete="off"
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
    </FormModal>
  );
}
