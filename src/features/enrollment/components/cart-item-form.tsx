import { Button } from '@mantine/core';

import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useRef, useState, type FormEvent } from 'react';

import { startForClass } from '#features/payments/rules.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';
import { Notice } from '#ui/notice.tsx';
import { isSecondClick } from '#ui/second-click.ts';

import { cartProblem } from '../rules.ts';
import { enrollmentItemInput } from '../schema.ts';
import { CartItemFields } from './cart-item-fields.tsx';
import { newItem, type CartLine, type ItemForm, type ItemValues } from './enrollment-draft.ts';
import classes from './enroll-student.module.css';

type Props = {
  form: ItemForm;
  cart: readonly CartLine[];
  offered: readonly ClassRule[];
  today: string;
  onAdd: (line: CartLine) => void;
};

/** Puts one class after another into the cart; focus stays on Class for the next (R41). */
export function CartItemForm({ form, cart, offered, today, onAdd }: Props) {
  const node = useRef<HTMLFormElement>(null);
  const classField = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  form.watch('classId', (change) => {
    const { startDate } = form.getValues();
    form.setFieldValue('startDate', startForClass(startDate, change, offered, today));
  });

  function add(event: FormEvent) {
    event.preventDefault();
    const values = form.getValues();
    const refusal = cartProblem(values, cart, offered);
    const { errors, item } = checked(values);
    setProblem(refusal);
    form.setErrors(errors);
    const rule = offered.find(({ id }) => id === values.classId);
    if (refusal || !item || !rule) return focusFirstError(node.current, classField.current);
    onAdd({ ...item, className: rule.name, danceTypeName: rule.danceType.name });
    form.setValues({ ...newItem(today), ...keptFor(values) });
    requestAnimationFrame(() => classField.current?.focus());
  }

  return (
    <form ref={node} onSubmit={add} noValidate className={classes.item} aria-label="Add a class to the cart">
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <div className={classes.fields}>
        <CartItemFields form={form} offered={offered} classRef={classField} />
      </div>
      <div>
        <Button
          type="submit"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={(event) => {
            // The form is blank for the next class by then.
            if (isSecondClick(event)) event.preventDefault();
          }}
        >
          Add to cart
        </Button>
      </div>
    </form>
  );
}

/** The next class is most often paid for in the same way and for the same time. */
function keptFor({ subscriptionType, startDate, endDate }: ItemValues): Partial<ItemValues> {
  return { subscriptionType, startDate, endDate };
}

function checked(values: ItemValues) {
  const { numberOfSessions, ...rest } = values;
  const parsed = enrollmentItemInput.safeParse({
    ...rest,
    numberOfSessions: numberOfSessions === '' ? null : numberOfSessions,
  });
  if (!parsed.success)
    return {
      errors: Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [path[0], fieldText(path[0], message)]),
      ),
    };
  const { paidOn: _, ...item } = parsed.data;
  return { errors: {}, item };
}

// What is missing is said once for the whole form, in the spec's words; each field says which it is.
const missing: Record<string, string> = {
  classId: 'Choose a class.',
  amountPaidCents: 'Enter an amount.',
  startDate: 'Enter the start date.',
  endDate: 'Enter the end date.',
  numberOfSessions: 'Enter the number of sessions.',
};

function fieldText(field: PropertyKey | undefined, message: string): string {
  return message.startsWith('Please fill in') ? (missing[String(field)] ?? message) : message;
}

function focusFirstError(node: HTMLFormElement | null, fallback: HTMLInputElement | null): void {
  requestAnimationFrame(() =>
    (node?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? fallback)?.focus(),
  );
}
