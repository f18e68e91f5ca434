import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { payLine, paymentTypeNames } from '#features/payroll/components/pay-words.ts';
import type { PayTerms } from '#features/payroll/rules.ts';
import type { Instructor } from '#features/people/instructors/schema.ts';
import { EmailText } from '#ui/contact-links.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';

import classes from './instructors.module.css';

type Props = { instructors: readonly Instructor[]; currency: string };

/** The studio's instructors, each a link to their profile. Pay is a column for those who may see it. */
export function InstructorTable({ instructors, currency }: Props) {
  const hasPay = instructors.some(({ payTerms }) => payTerms !== null);
  return (
    <DataTable
      caption="Current instructors"
      columns={hasPay ? [...columns, payColumn(currency)] : columns}
      rows={instructors}
      rowKey={({ id }) => id}
      initialSort={{ key: 'name', direction: 'ascending' }}
    />
  );
}

const columns: readonly Column<Instructor>[] = [
  {
    key: 'name',
    header: 'Name',
    isName: true,
    sortBy: ({ fullName }) => fullName,
    cell: ({ id, fullName }) => (
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link to="/dashboard/instructor-profile/$instructorId" params={{ instructorId: id }} {...props} />
        )}
      >
        {fullName}
      </Anchor>
    ),
  },
  { key: 'contact', header: 'Contact', cell: (instructor) => <Contact instructor={instructor} /> },
  {
    key: 'classes',
    header: 'Classes',
    isNumeric: true,
    sortBy: ({ classCount }) => classCount,
    cell: ({ classCount }) => classCount,
  },
];

function payColumn(currency: string): Column<Instructor> {
  return {
    key: 'pay',
    header: 'Pay',
    cell: ({ payTerms }) => payTerms && <Pay terms={payTerms} currency={currency} />,
  };
}

function Contact({ instructor: { email, phoneNumber } }: { instructor: Instructor }) {
  if (!email && !phoneNumber) return <span className={classes.none}>None</span>;
  return (
    <span className={classes.lines}>
      {email && <EmailText address={email} />}
      {phoneNumber && <span>{phoneNumber}</span>}
    </span>
  );
}

function Pay({ terms, currency }: { terms: PayTerms; currency: string }) {
  const amounts = payLine(terms, currency);
  return (
    <span className={classes.pay}>
      <span>{paymentTypeNames[terms.paymentType]}</span>
      <span className={classes.none}>{amounts || 'No amount set'}</span>
    </span>
  );
}
