import { Menu, useMantineColorScheme } from '@mantine/core';

const schemes = [
  { value: 'auto', label: 'System theme' },
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
] as const;

/** Dark, light, or as the system has it. The menu stays open, so that one sees what one gets. */
export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (chosen: string) => {
    const scheme = schemes.find(({ value }) => value === chosen);
    if (scheme) setColorScheme(scheme.value);
  };
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose}>
      {schemes.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
