import { useForm } from '@mantine/form';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';

import { errorMessage, fieldIssues } from '#client/failure.ts';
import { isSame, useStaleEdit, type Edited } from '#client/stale-edit.ts';
import { focusField, focusFirstProblem, heldFocus } from '#ui/form-focus.ts';
import type { FormProblem } from '#ui/form-summary.tsx';
import { useOnceDrawn } from '#ui/once-drawn.ts';
import { clearSuccesses, toastError } from '#ui/toast.ts';

type FormErrors = Record<string, ReactNode>;

type Options<Values, Schema extends z.ZodMiniType, Result, Version> = {
  /** The procedure's own input schema: one schema per input, never a second one for the form. */
  schema: Schema;
  initialValues: Values;
  /** Adds what the form does not ask for, or reshapes it, before the schema reads it. */
  toInput?: (values: Values, version: Version) => unknown;
  /** For a form that edits: what it was opened on. Its version goes to `toInput`; `stale` is for StaleNotice. */
  edited?: Edited<Values, Version>;
  save: (input: z.output<Schema>) => Promise<Result>;
  onSaved?: (result: Result) => void | Promise<void>;
  /** Handles a typed refusal itself (a question to ask, say) by returning true; the form then shows nothing. */
  onRefused?: (error: unknown, input: z.output<Schema>) => boolean;
};

/**
 * One form, wired the same way everywhere: checked on submit and then as fields change, focus on the first
 * wrong field, the server's field errors on their fields, its refusals in the summary, everything typed kept,
 * and while a submit is on its way no second one and nothing changed that it would not save.
 *
 * It is Mantine's uncontrolled form (`key={form.key('name')} {...form.getInputProps('name')}`) plus
 * `formProps`, `saving`, `problems` (for FormSummary), `stale` (for StaleNotice) and `submit`.
 */
export function useApiForm<
  Values extends Record<string, unknown>,
  Schema extends z.ZodMiniType,
  Result,
  Version = number,
>(options: Options<Values, Schema, Result, Version>) {
  const formNode = useRef<HTMLFormElement>(null);
  const wasRefused = useRef(false);
  const isOnItsWay = useRef(false);
  const fromServer = useRef(new Set<string>());
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const onceDrawn = useOnceDrawn();

  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: options.initialValues,
    clearInputErrorOnChange: false,
    onValuesChange: recheck,
  });

  const { base, stale, meet, forget } = useStaleEdit<Values, Version>({
    edited: options.edited,
    formNode,
    keepMine: submit,
    useTheirs: (values) => showStored(values, () => focusField(formNode.current)),
  });
  // What the screen around the form knew last; the form itself may know a newer version from a refusal.
  const followed = useRef(options.edited?.version);
  useEffect(followStored);

  /** What others save shows in a form nobody has typed into; a draft is never disturbed. */
  function followStored() {
    const { edited } = options;
    if (!edited || saving || stale || isSame(edited.version, followed.current) || form.isDirty()) return;
    followed.current = edited.version;
    if (isSame(edited.version, base.current)) return;
    base.current = edited.version;
    showStored(options.initialValues, heldFocus());
  }

  function showStored(values: Values, focus: () => void) {
    wasRefused.current = false;
    setRefusal(null);
    form.setInitialValues(values);
    form.reset();
    onceDrawn(focus);
  }

  function check(values: Values) {
    const input = options.toInput ? options.toInput(values, base.current as Version) : values;
    const parsed = options.schema.safeParse(input);
    const unread = unreadDates(formNode.current);
    if (parsed.success && !unread) return { input: parsed.data };
    return { errors: { ...errorsOf(parsed.error?.issues ?? []), ...unread } };
  }

  // Between two submits errors only go away: a field must not turn red while it is being filled in.
  function recheck(values: Values, previous: Values) {
    if (!wasRefused.current) return;
    const found: FormErrors = check(values).errors ?? {};
    form.setErrors((shown) =>
      Object.fromEntries(
        Object.entries(shown).flatMap(([field, message]) => {
          const root = rootOf(field);
          // What the server found wrong stays until its field is changed: only the server can tell.
          const isUnchanged = fromServer.current.has(field) && values[root] === previous[root];
          const still = isUnchanged ? message : found[field];
          return still ? [[field, still]] : [];
        }),
      ),
    );
  }

  function refuse(errors: FormErrors, words: string | null) {
    wasRefused.current = true;
    form.setErrors(errors);
    setRefusal(words);
    onceDrawn(() => focusFirstProblem(formNode.current, words !== null));
  }

  async function submit() {
    if (isOnItsWay.current) return;
    const { input, errors } = check(form.getValues());
    fromServer.current.clear();
    if (errors) return refuse(errors, null);
    form.clearErrors();
    setRefusal(null);
    forget();
    isOnItsWay.current = true;
    setSaving(true);
    const title = titleOf(formNode.current);
    try {
      const result = await options.save(input);
      form.resetDirty();
      await options.onSaved?.(result);
    } catch (error) {
      // Who has left the form is told where they are by now.
      if (!formNode.current) return toastError(`${title}: ${errorMessage(error)}`);
      const met = await meet(error, form.getValues());
      if (met === 'other') return;
      if (met === 'same') {
        isOnItsWay.current = false;
        return await submit();
      }
      if (!options.onRefused?.(error, input)) showFailure(error);
    } finally {
      isOnItsWay.current = false;
      setSaving(false);
    }
  }

  function showFailure(error: unknown) {
    clearSuccesses();
    const issues = fieldIssues(error);
    const errors = Object.fromEntries(issues.map(({ field, message }) => [field, message]));
    fromServer.current = new Set(Object.keys(errors));
    refuse(errors, issues.length === 0 ? errorMessage(error) : null);
  }

  /** Empties the form for the next one: it starts neither from what was saved last nor from a draft that was back. */
  function reset(blank = options.initialValues) {
    form.resetDirty(blank);
    form.reset();
    wasRefused.current = false;
    setRefusal(null);
  }

  return {
    ...form,
    // Not disabled: that would take the focus away.
    getInputProps: ((path, given) => {
      const props = form.getInputProps(path, given);
      return saving ? { ...props, readOnly: true } : props;
    }) as typeof form.getInputProps,
    reset,
    /** The version of what is edited that the form is based on. */
    version: () => base.current as Version,
    saving,
    stale,
    refusal,
    /** For what its schema can not tell: shows what is wrong, with the focus on the first of it. */
    refuse: (errors: FormErrors) => refuse(errors, null),
    problems: problemsOf(form.errors, refusal, new Set(Object.keys(options.initialValues))),
    submit,
    formProps: {
      ref: formNode,
      noValidate: true,
      onSubmit: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

type Begun<Values> = {
  isDirty: () => boolean;
  saving?: boolean;
  /** Why what was sent was not taken: a form that was sent has begun. */
  refusal?: string | null;
  setInitialValues: (values: Values) => void;
  reset: () => void;
};

/** Lets a form nobody has typed into begin anew when what it begins with changes: the day, at midnight. */
export function useFreshStart<Values>(form: Begun<Values>, initialValues: Values): void {
  const begunWith = useRef(initialValues);
  const onceDrawn = useOnceDrawn();
  useEffect(() => {
    if (form.saving || form.refusal || isSame(initialValues, begunWith.current) || form.isDirty()) return;
    begunWith.current = initialValues;
    form.setInitialValues(initialValues);
    onceDrawn(heldFocus());
    form.reset();
  });
}

type Issue = { path: PropertyKey[]; message: string };

function errorsOf(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message;
  return errors;
}

// An error no field can show (of the whole form, or of something the form does not ask) has no field here.
function problemsOf(errors: FormErrors, refusal: string | null, known: ReadonlySet<string>): FormProblem[] {
  const found = Object.entries(errors).flatMap(([field, message]) =>
    typeof message === 'string' ? [{ field: known.has(rootOf(field)) ? field : null, message }] : [],
  );
  return refusal === null ? found : [{ field: null, message: refusal }, ...found];
}

/** What its user knows a form by. */
function titleOf(form: HTMLFormElement | null): string {
  const around = form?.closest('[role="dialog"], section') ?? document;
  return form?.ariaLabel ?? around.querySelector('h1, h2')?.textContent ?? document.title;
}

/** A day that does not exist, or half of one, stands in its field but is told to nobody, as if the field were empty. */
function unreadDates(form: HTMLFormElement | null): Record<string, string> | null {
  const unread = [
    ...(form?.querySelectorAll<HTMLInputElement>('input[type="date"][data-path]') ?? []),
  ].filter(({ validity }) => validity.badInput);
  if (unread.length === 0) return null;
  return Object.fromEntries(unread.map(({ dataset: { path = '' } }) => [path, 'Enter a date that exists.']));
}

function rootOf(field: string): string {
  return field.split('.')[0] ?? field;
}
