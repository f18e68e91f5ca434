import { Anchor } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import { EmailText } from './contact-links.tsx';
import { phoneLink } from './phone-link.ts';
import classes from './profile-card.module.css';
import type { Tone } from './status-badge.tsx';

type Children = { children: ReactNode };

/** What is known of a person, a card each, beside each other where there is room. */
export function ProfileCards({ children }: Children) {
  return <div className={classes.cards}>{children}</div>;
}

type CardProps = Children & {
  title: string;
  /** Shown by a line above it; its words must say it too. */
  tone?: Tone;
};

/** A titled card of a profile. */
export function ProfileCard({ title, tone, children }: CardProps) {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading} data-tone={tone}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The list that holds `Fact`s. */
export function Facts({ children }: Children) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** One thing known of a person; says so when it is not. */
export function Fact({ name, children }: Children & { name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || <span className={classes.none}>Not set</span>}</dd>
    </div>
  );
}

/** How to reach a person: a touch writes or calls. */
export function ContactFacts({ email, phoneNumber }: { email: string | null; phoneNumber: string | null }) {
  return (
    <>
      <Fact name="Email">
        {email && (
          <Anchor href={`mailto:${email}`}>
            <EmailText address={email} />
          </Anchor>
        )}
      </Fact>
      <Fact name="Phone">{phoneNumber && <Anchor href={phoneLink(phoneNumber)}>{phoneNumber}</Anchor>}</Fact>
    </>
  );
}
