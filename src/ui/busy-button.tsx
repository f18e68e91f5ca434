import { Button, type ButtonProps } from '@mantine/core';
import { useRef, type ReactNode } from 'react';

import { useFocusHandOn } from './focus-return.ts';
import { isSecondClick } from './second-click.ts';

type Props = Omit<ButtonProps, 'loading' | 'disabled'> & {
  isBusy: boolean;
  onClick: () => void;
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
      // A second click may come before the first is seen to be under way.
      onClick={(event) => !isBusy && !isSecondClick(event) && onClick()}
      // Not disabled: that would take the focus away.
      renderRoot={(props) => <button {...props} disabled={false} />}
    />
  );
}
