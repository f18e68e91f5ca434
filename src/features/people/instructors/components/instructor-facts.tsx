import type { ReactNode } from 'react';

import { payAmounts, paymentTypeNames } from '#features/payroll/components/pay-words.ts';
import type { PayTerms } from '#features/payroll/rules.ts';
import type { Instructor } from '#features/people/instructors/schema.ts';
import { ContactFacts, Fact, Facts, ProfileCard, ProfileCards } from '#ui/profile-card.tsx';

type Props = { instructor: Instructor; currency: string; children: ReactNode };

/** Contact, teaching and, for those who may see it, payroll; after them what the page adds. */
export function InstructorFacts({ instructor, currency, children }: Props) {
  const { email, phoneNumber, classCount, payTerms } = instructor;
  return (
    <ProfileCards>
      <ProfileCard title="Contact">
        <Facts>
          <ContactFacts email={email} phoneNumber={phoneNumber} />
        </Facts>
      </ProfileCard>
      {payTerms && <Payroll terms={payTerms} currency={currency} />}
      <ProfileCard title="Teaching">
        <Facts>
          <Fact name="Current and future classes">{String(classCount)}</Fact>
        </Facts>
      </ProfileCard>
      {children}
    </ProfileCards>
  );
}

/** How an instructor is paid, as a card. */
export function Payroll({ terms, currency }: { terms: PayTerms; currency: string }) {
  return (
    <ProfileCard title="Payroll">
      <Facts>
        <Fact name="Payment type">{paymentTypeNames[terms.paymentType]}</Fact>
        {payAmounts(terms, currency).map(({ field, name, amount }) => (
          <Fact key={field} name={name}>
            {amount}
          </Fact>
        ))}
      </Facts>
    </ProfileCard>
  );
}
