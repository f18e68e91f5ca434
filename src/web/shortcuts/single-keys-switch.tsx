import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';

import { switchSingleKeys, useSingleKeys } from './single-keys.ts';

/** Single keys can be switched off (WCAG 2.1.4): speech input and unsteady hands press them by accident. */
export function SingleKeysSwitch() {
  return (
    <Switch
      label="Single-key shortcuts"
      description="For this browser. Ctrl+K or ⌘K works either way."
      checked={useSingleKeys()}
      onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
    />
  );
}
