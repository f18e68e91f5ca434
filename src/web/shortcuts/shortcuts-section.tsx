import { Section } from '#features/organization/components/section.tsx';

import { SingleKeysSwitch } from './single-keys-switch.tsx';

/** The part of Edit Profile about the keyboard (R19). */
export function ShortcutsSection() {
  return (
    <Section title="Keyboard">
      <SingleKeysSwitch />
    </Section>
  );
}
