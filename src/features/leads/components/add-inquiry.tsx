import { Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useMutation } from '@tanstack/react-query';
import { memo, useRef, useState, type RefObject } from 'react';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { failingWith } from '#client/failure.ts';
import { useApiForm } from '#client/form.ts';
import { useKeptDraft } from '#client/kept-draft.ts';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { FormSummary } from '#ui/form-summary.tsx';
import { useLeaveGuard } from '#ui/leave-guard.ts';
import { useOnceDrawn } from '#ui/once-drawn.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { createInquiryInput } from '../schema.ts';
import classes from './inquiries.module.css';
import { FirstFields, MoreFields } from './inquiry-fields.tsx';
import { inputOf, noInquiry } from './inquiry-values.ts';

type FormProps = { nameRef: RefObject<HTMLInputElement | null> };
type Props = FormProps & { isOpen: boolean; onOpen: () => void };

/**
 * The form, which on a small screen waits behind a button: there the list comes first. It is not drawn again with each
 * answer for the list.
 */
export const AddInquiry = memo(function AddInquiry({ nameRef, isOpen, onOpen }: Props) {
  if (isOpen) return <AddInquiryForm nameRef={nameRef} />;
  return (
    <Button fullWidth onClick={onOpen}>
      Add inquiry
    </Button>
  );
});

/** Takes an inquiry down while the caller is on the phone: type, Enter, and the form is ready for the next. */
function AddInquiryForm({ nameRef }: FormProps) {
  const draft = useKeptDraft('new-inquiry', noInquiry);
  const [isBack, setIsBack] = useState(draft.isBack);
  const [hasMore, setHasMore] = useState(isBack);
  const more = useRef<HTMLDivElement>(null);
  const create = useMutation(
    api.leads.create.mutationOptions({ meta: { invalidates: [api.leads.list.key()] } }),
  );
  const onceDrawn = useOnceDrawn();
  const form = useApiForm({
    schema: createInquiryInput,
    initialValues: draft.initialValues,
    toInput: inputOf,
    save: (input) =>
      failingWith(
        askOnce('leads.create', input, (keyed) => create.mutateAsync(keyed), 'form'),
        () => 'Failed to add inquiry. Please try again.',
      ),
    onSaved: ({ fullName }) => {
      draft.forget();
      toastSuccess(`${fullName} was added.`);
      beginAnew();
      onceDrawn(() => nameRef.current?.focus());
    },
  });
  draft.useKeeping(form.getValues);
  useLeaveGuard(() => draft.isChanged(form.getValues()), { isKept: true });

  function beginAnew() {
    form.reset(noInquiry);
    setIsBack(false);
  }

  function showMore() {
    setHasMore(true);
    requestAnimationFrame(() => more.current?.querySelector('input')?.focus());
  }

  return (
    <section className={classes.panel} aria-labelledby="add-inquiry">
      <h2 id="add-inquiry" className={classes.heading}>
        Add an inquiry
      </h2>
      {isBack && <DraftNotice onDiscard={beginAnew} />}
      <form {...form.formProps} className={classes.add}>
        <FormSummary problems={form.problems} />
        <div className={classes.fields}>
          <FirstFields form={form} nameRef={nameRef} />
        </div>
        {hasMore && (
          <div ref={more} className={classes.fields}>
            <MoreFields form={form} />
          </div>
        )}
        <div className={classes.buttons}>
          <SubmitButton isBusy={form.saving} busyLabel="Adding...">
            Add inquiry
          </SubmitButton>
          {!hasMore && (
            <Button
              variant="subtle"
              rightSection={<IconChevronDown size={16} aria-hidden="true" />}
              onClick={showMore}
            >
              Age, gender, availability
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
