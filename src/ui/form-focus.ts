// Where the focus goes in a form: fields are found by the paths Mantine writes on them.

const summary = '[data-form-summary]';
const invalidField = '[aria-invalid="true"], .mantine-InputWrapper-root:has(> .mantine-InputWrapper-error)';
const focusable = 'input:not([type="hidden"]), select, textarea, button';

/** Puts the focus into the field of this path, else into the first. */
export function focusField(form: HTMLFormElement | null, path = ''): void {
  const field = form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  (controlOf(field) ?? controlOf(form))?.focus();
}

/** Gives back how to put the focus where it is now, once its field has been made anew. */
export function heldFocus(): () => void {
  const focused = document.activeElement;
  const form = focused?.closest('form') ?? null;
  const path = focused?.closest('[data-path]')?.getAttribute('data-path') ?? undefined;
  return () => {
    if (!focused?.isConnected) focusField(form, path);
  };
}

/** Puts the focus into the first field that is wrong; after a refusal onto the summary that tells of it. */
export function focusFirstProblem(form: HTMLFormElement | null, isRefusal: boolean): void {
  const invalid = form?.querySelector<HTMLElement>(invalidField);
  const field = controlOf(invalid);
  const box = form?.querySelector<HTMLElement>(summary);
  const target = isRefusal ? (box ?? field) : (field ?? box);
  target?.focus();
}

function controlOf(field: HTMLElement | null | undefined): HTMLElement | null | undefined {
  return field?.matches(focusable) ? field : field?.querySelector<HTMLElement>(focusable);
}
