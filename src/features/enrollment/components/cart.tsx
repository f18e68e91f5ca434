import { ActionIcon } from '@mantine/core';
import IconShoppingCart from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useRef, type ReactNode } from 'react';

import { subscriptionTypeLabels } from '#features/payments/rules.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';
import { counted } from '#shared/counted.ts';
import { formatDateSpan, type LocalDate } from '#shared/local-date.ts';
import { formatMoney } from '#shared/money.ts';
import { danceTheme } from '#ui/dance-type.tsx';

import { cartTexts, cartTotalCents, parallelBefore } from '../rules.ts';
import type { CartLine } from './enrollment-draft.ts';
import { NamedClasses, type NamedClass } from './named-classes.tsx';
import classes from './cart.module.css';

type Props = {
  cart: readonly CartLine[];
  /** The classes there are to enroll in by now. */
  offered: readonly ClassRule[];
  today: LocalDate;
  currency: string;
  onRemove: (classId: string) => void;
  /** The button that enrolls. */
  submit: ReactNode;
};

/** The enrollment cart: what the student takes, what each costs, and the sum. */
export function Cart({ cart, offered, today, currency, onRemove, submit }: Props) {
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
        {cart.map((line, nth) => (
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
                <span role="alert" className={classes.remark}>
                  This class has ended or was deleted. Remove it from the cart.
                </span>
              )}
              <Parallel classes={parallelBefore(nth, cart, offered, today)} />
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

/** Some families alternate between two classes: it is told, and refused nobody. */
function Parallel({ classes: others }: { classes: readonly NamedClass[] }) {
  if (others.length === 0) return null;
  return (
    <span role="status" className={classes.remark}>
      At the same time as <NamedClasses classes={others} />.
    </span>
  );
}
