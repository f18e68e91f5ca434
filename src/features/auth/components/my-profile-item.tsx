import { Menu } from '@mantine/core';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { Link } from '@tanstack/react-router';

/** The profile the office keeps of an instructor or a student: their terms and work, their places and payments. */
export function MyProfileItem({ path }: { path: string }) {
  return (
    <Menu.Item
      leftSection={<IconUser size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link to={path} {...props} />}
    >
      My profile
    </Menu.Item>
  );
}
