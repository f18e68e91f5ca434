/**
 * Of the people a list shows, those who may be meant by what is typed: they are offered until the server has
 * answered, which knows all of them.
 */
export function meant<Person extends { fullName: string }>(
  people: readonly Person[],
  typed: string,
): Person[] {
  const terms = plain(typed).split(/\s+/);
  return people.filter(({ fullName }) => terms.every((term) => plain(fullName).includes(term)));
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
