import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { reworded } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import type { CatalogItem } from '#features/catalog/schema.ts';
import { useFocusReturn } from '#ui/focus-return.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { StaleNotice } from '#ui/stale-notice.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import type { CatalogKind } from './catalog-kind.ts';

type Props = { kind: CatalogKind; item: CatalogItem; onClose: () => void };

/** Renames a classroom or a dance type. Every screen that shows the name is refreshed. */
export function EditItem({ kind, item, onClose }: Props) {
  useFocusReturn();
  const queries = useQueryClient();
  const update = useMutation(kind.procedures.update.mutationOptions({ meta: { invalidates: [api.key()] } }));
  const form = useApiForm({
    schema: kind.updateInput,
    initialValues: { name: item.name },
    edited: { version: item.version, newest },
    toInput: ({ name }, version) => ({ id: item.id, version, name }),
    save: (input) => reworded(update.mutateAsync(input), kind.failure),
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
    <Modal opened onClose={onClose} title={`Edit ${kind.noun}`} size={440}>
      <form {...form.formProps}>
        <Stack gap="md">
          <FormSummary problems={form.problems} />
          <StaleNotice stale={form.stale} isBusy={form.saving} />
          <TextInput
            label={kind.nameLabel}
            autoComplete="off"
            data-autofocus
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
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
