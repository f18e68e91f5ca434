import { ActionIcon } from '@mantine/core';
import IconShoppingCart from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useRef, type ReactNode } from 'react';

import { subscriptionTypeLabels } from '#features/payments/rules.ts';
import { counted } from '#shared/counted.ts';
import { formatDateSpan } from '#shared/local-date.ts';
import { formatMoney } from '#shared/money.ts';
import { danceTheme } from '#ui/dance-type.tsx';

import { cartTexts, cartTotalCents } from '../rules.ts';
import type { CartLine } from './enrollment-draft.ts';
import classes from './cart.module.css';

type Props = {
  cart: readonly CartLine[];
  /** The classes there are to enroll in by now. */
  offered: readonly { id: string }[];
  currency: string;
  onRemove: (classId: string) => void;
  /** The button that enrolls. */
  submit: ReactNode;
};

/** The enrollment cart: what the student takes, what each costs, and the sum. */
export function Cart({ cart, offered, currency, onRemove, submit }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const isOffered = (line: CartLine) => offered.some(({ id }) => id === line.classId);

  function remove(line: CartLine) {
    onRemove(line.classId);
    // The button pressed is gone: its neighbour, else the cart itself, takes the focus.
    requestAnimationFrame(() => (list.current?.querySelector('button') ?? list.current)?.focus());
  }

  return (
    <div className={classes.cart}>
      <ul ref={list} className={classes.lines} tabIndex={-1} aria-label="Classes in the cart">
        {cart.map((line) => (
          <li key={line.classId} className={classes.line} data-dance={danceTheme(line.danceTypeName).key}>
            <span className={classes.words}>
              <strong>{line.className}</strong>
              <span className={classes.sub}>
                {line.danceTypeName} · {subscriptionTypeLabels[line.subscriptionType]} ·{' '}
                {counted(line.numberOfSessions, 'session')}
              </span>
              <span className={`${classes.sub} ${classes.dates}`}>
                {formatDateSpan(line.startDate, line.endDate)}
              </span>
              {!isOffered(line) && (
                <span role="alert" className={classes.gone}>
                  This class has ended or was deleted. Remove it from the cart.
                </span>
              )}
            </span>
            <span className={classes.amount}>{formatMoney(line.amountPaidCents, currency)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${line.className} from the cart`}
              onClick={() => remove(line)}
            >
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
        {cart.length === 0 && (
          <li className={classes.empty}>
            <IconShoppingCart size={22} aria-hidden="true" />
            {cartTexts.nothingYet}
          </li>
        )}
      </ul>
      <p className={classes.total}>
        <span>Total</span>
        <strong>{formatMoney(cartTotalCents(cart), currency)}</strong>
      </p>
      {submit}
    </div>
  );
}
