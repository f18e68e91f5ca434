import { Anchor } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import { payAmounts, paymentTypeNames } from '#features/payroll/components/pay-words.ts';
import type { PayTerms } from '#features/payroll/rules.ts';
import type { Instructor } from '#features/people/instructors/schema.ts';
import { phoneLink } from '#ui/phone-link.ts';

import classes from './instructor-profile.module.css';

type Props = { instructor: Instructor; currency: string; children: ReactNode };

/** Contact, teaching and, for those who may see it, payroll; after them what the page adds. */
export function InstructorFacts({ instructor, currency, children }: Props) {
  const { email, phoneNumber, classCount, payTerms } = instructor;
  return (
    <div className={classes.cards}>
      <Card title="Contact">
        <Fact name="Email">{email && <Anchor href={`mailto:${email}`}>{email}</Anchor>}</Fact>
        <Fact name="Phone">
          {phoneNumber && <Anchor href={phoneLink(phoneNumber)}>{phoneNumber}</Anchor>}
        </Fact>
      </Card>
      {payTerms && <Payroll terms={payTerms} currency={currency} />}
      <Card title="Teaching">
        <Fact name="Current and future classes">{String(classCount)}</Fact>
      </Card>
      {children}
    </div>
  );
}

function Payroll({ terms, currency }: { terms: PayTerms; currency: string }) {
  return (
    <Card title="Payroll">
      <Fact name="Payment type">{paymentTypeNames[terms.paymentType]}</Fact>
      {payAmounts(terms, currency).map(({ field, name, amount }) => (
        <Fact key={field} name={name}>
          {amount}
        </Fact>
      ))}
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      <dl className={classes.facts}>{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || <span className={classes.none}>Not set</span>}</dd>
    </div>
  );
}
