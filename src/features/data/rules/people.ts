import { personKey } from '#shared/name-key.ts';
import type { GoodRow } from '#features/data/rules/rows.ts';
import { about } from '#features/data/rules/sheet.ts';
import type { Finding } from '#features/data/schema.ts';
import type { LocalDate } from '#shared/local-date.ts';

/** What people are recognised by. */
export type Known = { fullName: string; email: string | null; dateOfBirth?: LocalDate | null };

/**
 * Warns of people who seem to be there already, in the studio or further up in the file: of the same name, unless their
 * dates of birth tell them apart or, where one of these is not known, their email addresses. Whose name differs is
 * somebody else: twins share the rest.
 */
export function warnOfRepeated(
  rows: readonly GoodRow<Known>[],
  stored: readonly Known[],
  noun: 'student' | 'instructor',
): Finding[] {
  const seen = new Map<string, { person: Known; row: number | null }[]>();
  for (const person of stored) remember(person, null);
  return rows.flatMap(({ row, value }) => {
    const same = seen.get(personKey(value.fullName))?.filter(({ person }) => mayBeSame(person, value)) ?? [];
    remember(value, row);
    const [first] = same;
    if (!first) return [];
    const here = same.filter((other) => other.row === null).length;
    const { fullName } = first.person;
    const whoIs = `${article(noun)} ${noun} called ${fullName} is`;
    const where =
      here > 1
        ? `${here} ${noun}s called ${fullName} are here`
        : first.row === null
          ? `${whoIs} here`
          : `${whoIs} in row ${first.row}`;
    return [about(row, `${where} already. This would be another one.`)];
  });

  function remember(person: Known, row: number | null) {
    const key = personKey(person.fullName);
    const others = seen.get(key);
    if (others) others.push({ person, row });
    else seen.set(key, [{ person, row }]);
  }
}

function mayBeSame(a: Known, b: Known): boolean {
  // Addresses change from one list to the next, birthdays do not.
  if (a.dateOfBirth && b.dateOfBirth) return a.dateOfBirth === b.dateOfBirth;
  return !a.email || !b.email || a.email.toLowerCase() === b.email.toLowerCase();
}

function article(noun: 'student' | 'instructor'): 'A' | 'An' {
  return noun === 'instructor' ? 'An' : 'A';
}
