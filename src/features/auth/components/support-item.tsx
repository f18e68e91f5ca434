import { Menu } from '@mantine/core';
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs';

export function SupportItem({ address }: { address: string }) {
  return (
    <Menu.Item
      component="a"
      href={`mailto:${address}`}
      leftSection={<IconLifebuoy size={16} aria-hidden="true" />}
    >
      Contact support
    </Menu.Item>
  );
}
