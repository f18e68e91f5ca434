import { Button, type ButtonProps } from '@mantine/core';
import { useRef, type MouseEvent, type ReactNode } from 'react';

import { useFocusHandOn } from './focus-return.ts';

type Props = Omit<ButtonProps, 'loading' | 'disabled'> & {
  isBusy: boolean;
  onClick: (event: MouseEvent) => void;
  'aria-label'?: string;
  children: ReactNode;
};

/** A button that shows its work going on: it keeps the focus meanwhile, and hands it on when it goes after that (R9). */
export function BusyButton({ isBusy, onClick, ...button }: Props) {
  const ref = useRef<HTMLButtonElement>(null);
  useFocusHandOn(ref);
  return (
    <Button
      {...button}
      ref={ref}
      loading={isBusy}
      aria-disabled={isBusy}
      onClick={(event) => !isBusy && onClick(event)}
      // Not disabled: that would take the focus away.
      renderRoot={(props) => <button {...props} disabled={false} />}
    />
  );
}
