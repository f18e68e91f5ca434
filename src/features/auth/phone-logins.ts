const inventedDomain = '@phone.invalid';

/** The address that stands in for the missing one of a login made with a phone number; see the migration. */
export function inventedEmail(phone: string): string {
  return `${phone.replace('+', '')}${inventedDomain}`;
}

/** Whether nobody can be written to at an address. */
export function isInvented(email: string): boolean {
  return email.toLowerCase().endsWith(inventedDomain);
}

/** A number in its international form, however it was typed; null for what is none. */
export function internationalNumber(typed: string): string | null {
  const number = typed.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
