/**
 * Orders two names as a person looks for them, whatever their case and accents, and numbers by what they count:
 * "Room 2" before "Room 10". Negative, zero or positive, as `sort` takes it.
 */
export const compareNames: (a: string, b: string) => number = new Intl.Collator('en-US', {
  numeric: true,
  sensitivity: 'base',
}).compare;

/** Orders what has a name by it; what has the same one stays in its order. */
export function byName<Named extends { name: string }>(named: readonly Named[]): Named[] {
  return named.toSorted((a, b) => compareNames(a.name, b.name));
}
