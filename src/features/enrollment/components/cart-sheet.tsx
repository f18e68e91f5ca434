import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useRef, useState } from 'react';

import type { ClassRule } from '#features/scheduling/schema.ts';
import { counted } from '#shared/counted.ts';
import type { LocalDate } from '#shared/local-date.ts';
import { formatMoney } from '#shared/money.ts';

import { cartTexts, cartTotalCents } from '../rules.ts';
import { Cart } from './cart.tsx';
import type { CartLine } from './enrollment-draft.ts';
import classes from './cart-sheet.module.css';

type Props = {
  cart: readonly CartLine[];
  offered: readonly ClassRule[];
  today: LocalDate;
  currency: string;
  isBusy: boolean;
  onRemove: (classId: string) => void;
  onSubmit: () => void;
};

/** The cart on phones: a bar at the bottom with its sum, and a sheet with its lines (R41). */
export function CartSheet({ isBusy, onSubmit, ...cartProps }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { cart, currency } = cartProps;

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  // What is wrong is shown in the form and takes the focus: the sheet must be out of its way.
  function enroll() {
    setIsOpen(false);
    setTimeout(onSubmit);
  }

  return (
    <>
      <div className={classes.bar}>
        <p className={classes.sum} role="status">
          {cart.length === 0 ? cartTexts.nothingYet : counted(cart.length, 'class', 'classes')}
          {cart.length > 0 && <strong>{formatMoney(cartTotalCents(cart), currency)}</strong>}
        </p>
        <Button ref={button} loading={isBusy} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          View cart
        </Button>
      </div>
      <Drawer
        opened={isOpen}
        onClose={close}
        returnFocus={false}
        position="bottom"
        size="auto"
        title="Enrollment Cart"
        classNames={{ content: classes.sheet ?? '' }}
      >
        <Cart
          {...cartProps}
          submit={
            <Button fullWidth onClick={enroll} disabled={isBusy}>
              Enroll student
            </Button>
          }
        />
      </Drawer>
    </>
  );
}
