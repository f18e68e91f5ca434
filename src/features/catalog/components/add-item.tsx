import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { askOnce } from '#client/ask-once.ts';
import { reworded } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import { FormSummary } from '#ui/form-summary.tsx';
import { useOnceDrawn } from '#ui/once-drawn.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import type { CatalogKind } from './catalog-kind.ts';
import classes from './catalog-screen.module.css';

/** Adds one and is ready for the next: a studio has several rooms and styles to type in on its first day. */
export function AddItem({ kind }: { kind: CatalogKind }) {
  const create = useMutation(
    kind.procedures.create.mutationOptions({ meta: { invalidates: [kind.procedures.key()] } }),
  );
  const onceDrawn = useOnceDrawn();
  const form = useApiForm({
    schema: kind.createInput,
    initialValues: { name: '' },
    save: (input) =>
      reworded(
        askOnce(`${kind.noun}.create`, input, (keyed) => create.mutateAsync(keyed), 'form'),
        kind.failed,
      ),
    onSaved: ({ name }) => {
      toastSuccess(`${name} was added.`);
      form.reset();
      onceDrawn(() => form.getInputNode('name')?.focus());
    },
  });
  return (
    <div className={classes.panel}>
      <form className={classes.add} aria-label={kind.addLabel} {...form.formProps}>
        <div className={classes.summary}>
          <FormSummary problems={form.problems} />
        </div>
        <TextInput
          className={classes.field}
          label={kind.nameLabel}
          placeholder={kind.example}
          autoComplete="off"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <SubmitButton className={classes.submit} isBusy={form.saving} busyLabel="Adding...">
          {kind.addLabel}
        </SubmitButton>
      </form>
    </div>
  );
}
