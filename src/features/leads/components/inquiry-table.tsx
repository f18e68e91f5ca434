import { UnstyledButton } from '@mantine/core';
import { useMemo, useRef } from 'react';

import { ContactLinks } from '#ui/contact-links.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { useFocusHandOn } from '#ui/focus-return.ts';

import type { Inquiry } from '../schema.ts';
import { AboutInquiry } from './about-inquiry.tsx';
import classes from './inquiries.module.css';
import type { InquiryDoings } from './inquiries-screen.tsx';
import { InquiryButtons } from './inquiry-buttons.tsx';
import { InquiryStatusMenu } from './inquiry-status.tsx';

type Props = { inquiries: readonly Inquiry[]; doings: InquiryDoings };

/** The columns of spec §2. The server sorts, newest first. */
export function InquiryTable({ inquiries, doings }: Props) {
  const { onDialog, onDelete, onStatus } = doings;
  const columns = useMemo(() => columnsFor({ onDialog, onDelete, onStatus }), [onDialog, onDelete, onStatus]);
  return (
    <DataTable caption="Inquiries, newest first" columns={columns} rows={inquiries} rowKey={({ id }) => id} />
  );
}

function columnsFor({ onDialog, onDelete, onStatus }: InquiryDoings): Column<Inquiry>[] {
  return [
    {
      key: 'name',
      header: 'Full Name',
      isName: true,
      cell: (inquiry) => (
        <span className={classes.lines}>
          <UnstyledButton className={classes.name} onClick={() => onDialog({ kind: 'edit', inquiry })}>
            {inquiry.fullName}
          </UnstyledButton>
          <span className={classes.small}>
            <AboutInquiry {...inquiry} />
          </span>
        </span>
      ),
    },
    {
      key: 'contact',
      header: 'Contact',
      cell: ({ email, phoneNumber }) => <ContactLinks email={email} phoneNumber={phoneNumber} isNarrow />,
    },
    { key: 'source', header: 'Lead Source', cell: ({ leadSource }) => <Word text={leadSource} /> },
    {
      key: 'status',
      header: 'Status',
      cell: (inquiry) => <Status inquiry={inquiry} onStatus={onStatus} />,
    },
    {
      key: 'interest',
      header: 'Interested In',
      cell: ({ danceTypeInterest }) => <Word text={danceTypeInterest} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (inquiry) => <InquiryButtons inquiry={inquiry} onDialog={onDialog} onDelete={onDelete} />,
    },
  ];
}

function Status({ inquiry, onStatus }: { inquiry: Inquiry } & Pick<InquiryDoings, 'onStatus'>) {
  const cell = useRef<HTMLSpanElement>(null);
  // Filtered by status, its row goes once it is another.
  useFocusHandOn(cell);
  return (
    <span ref={cell}>
      <InquiryStatusMenu inquiry={inquiry} onStatus={onStatus} />
    </span>
  );
}

function Word({ text }: { text: string | null }) {
  return text === null ? (
    <span className={classes.small}>–</span>
  ) : (
    <span className={classes.word}>{text}</span>
  );
}
