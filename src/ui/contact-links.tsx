import classes from './contact-links.module.css';
import { phoneLink } from './phone-link.ts';

type Props = {
  email: string | null;
  phoneNumber: string | null;
  /** Leaves a table's other columns more room. */
  isNarrow?: boolean;
};

/** How to reach somebody: a touch calls or writes. */
export function ContactLinks({ email, phoneNumber, isNarrow }: Props) {
  if (!email && !phoneNumber) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.lines} data-narrow={isNarrow || undefined}>
      {email && (
        <a className={classes.contact} href={`mailto:${email}`}>
          <EmailText address={email} />
        </a>
      )}
      {phoneNumber && (
        <a className={classes.contact} href={phoneLink(phoneNumber)}>
          {phoneNumber}
        </a>
      )}
    </span>
  );
}

/** A long address breaks before its at-sign rather than anywhere. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
