import { plainLetters } from '#shared/name-key.ts';

/**
 * Of the people a list shows, those who may be meant by what is typed: they are offered until the server has
 * answered, which knows all of them.
 */
export function meant<Person extends { fullName: string }>(
  people: readonly Person[],
  typed: string,
): Person[] {
  const terms = plainLetters(typed).trim().split(/\s+/);
  return people.filter(({ fullName }) => terms.every((term) => plainLetters(fullName).includes(term)));
}

/** Who has the name before who is found by an address or number: of few who are shown, they are meant. */
export function namedFirst<Person extends { fullName: string }>(
  people: readonly Person[],
  typed: string,
): Person[] {
  const named = new Set(meant(people, typed));
  return [...named, ...people.filter((person) => !named.has(person))];
}
