import { Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';

import { ownProfilePath, type Session } from '#client/session.ts';
import { roleLabel } from '#shared/access.ts';

import { ColorSchemeChoice } from './color-scheme-choice.tsx';
import { displayName, initials } from './display-name.ts';
import { EditProfileItem } from './edit-profile-item.tsx';
import { LogoutItems } from './logout-items.tsx';
import { MyProfileItem } from './my-profile-item.tsx';
import { SupportItem } from './support-item.tsx';
import classes from './user-menu.module.css';

/** Who is signed in, and what concerns only them (spec §2): profile, theme, logout. */
export function UserMenu({ session }: { session: Session }) {
  const name = displayName(session.user);
  const role = roleLabel(session.role);
  const profilePath = ownProfilePath(session);
  return (
    <Menu width="16rem" position="bottom-end" keepMounted={false}>
      <Menu.Target>
        <button type="button" className={classes.target}>
          <span className={classes.initials} aria-hidden="true">
            {initials(name)}
          </span>
          <span className={classes.name}>{name}</span>
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who} role="presentation">
          <p className={classes.fullName}>{name}</p>
          <p className={classes.role}>{role}</p>
        </div>
        <Menu.Divider />
        {profilePath && <MyProfileItem path={profilePath} />}
        <EditProfileItem />
        <ColorSchemeChoice />
        {/* What an older version kept does not say. */}
        {session.contactEmail && <SupportItem address={session.contactEmail} />}
        <Menu.Divider />
        <LogoutItems />
      </Menu.Dropdown>
    </Menu>
  );
}
