const fewestDigits = 5;

/** What a touch calls: the first number of what was written, for there may be two, or an extension behind it. */
export function phoneLink(written: string): string {
  const numbers = written.split(/[\p{L}/,;|&#]+/u).map((part) => part.replaceAll(/[^\d+]/g, ''));
  const first = numbers.find((number) => number.length >= fewestDigits);
  return `tel:${first ?? numbers.join('')}`;
}
