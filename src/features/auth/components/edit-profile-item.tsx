import { Menu } from '@mantine/core';
import IconUserEdit from '@tabler/icons-react/dist/esm/icons/IconUserEdit.mjs';
import { Link } from '@tanstack/react-router';

export function EditProfileItem() {
  return (
    <Menu.Item
      leftSection={<IconUserEdit size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/dashboard/edit-profile" {...props} />}
    >
      Edit Profile
    </Menu.Item>
  );
}
