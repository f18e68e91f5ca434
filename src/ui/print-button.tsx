import { Button } from '@mantine/core';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';

/** Prints the page it stands on, without itself. */
export function PrintButton() {
  return (
    <Button
      variant="default"
      data-noprint
      leftSection={<IconPrinter size={16} aria-hidden="true" />}
      onClick={() => window.print()}
    >
      Print
    </Button>
  );
}
