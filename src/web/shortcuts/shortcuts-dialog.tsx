import { Modal, Stack } from '@mantine/core';

import { useFocusReturn } from '#ui/focus-return.ts';

import { otherKeys, singleKeys, type Shortcut } from './keys.ts';
import classes from './shortcuts-dialog.module.css';
import { SingleKeysSwitch } from './single-keys-switch.tsx';

/** Every key there is (R19), and the switch for the single ones. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size={520}>
      <Stack gap="lg">
        <KeyTable caption="Anywhere" shortcuts={otherKeys} />
        <KeyTable caption="Outside of fields" shortcuts={singleKeys} />
        <SingleKeysSwitch />
      </Stack>
    </Modal>
  );
}

function KeyTable({ caption, shortcuts }: { caption: string; shortcuts: readonly Shortcut[] }) {
  return (
    <table className={classes.keys}>
      <caption>{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Key</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {shortcuts.map(({ keys, does }) => (
          <tr key={does}>
            <th scope="row">
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
