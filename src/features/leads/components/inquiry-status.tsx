import { Menu, UnstyledButton } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { memo } from 'react';

import { Badge, statusTone } from '#ui/status-badge.tsx';

import { openStatuses, type Inquiry, type InquiryStatus } from '../schema.ts';
import classes from './inquiries.module.css';

/** A stored status as it is read: "new" is stored, "New" is shown. */
export function statusWord(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

type Props = { inquiry: Inquiry; onStatus: (inquiry: Inquiry, status: InquiryStatus) => void };

/** The status of an inquiry, and the menu that changes it (R28). Only enrolling makes a student, who stays one. */
export const InquiryStatusMenu = memo(function InquiryStatusMenu({ inquiry, onStatus }: Props) {
  const badge = <Badge tone={statusTone('inquiry', inquiry.status)}>{statusWord(inquiry.status)}</Badge>;
  if (inquiry.studentId) return badge;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={classes.status}
          aria-label={`${statusWord(inquiry.status)}: change the status of ${inquiry.fullName}`}
        >
          {badge}
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {openStatuses.map((status) => (
          <Menu.Item
            key={status}
            aria-current={status === inquiry.status}
            rightSection={status === inquiry.status && <IconCheck size={16} aria-hidden="true" />}
            onClick={() => status !== inquiry.status && onStatus(inquiry, status)}
          >
            {statusWord(status)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});
