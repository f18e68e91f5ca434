/** What a name is told by: the same for all that look alike, whatever their case, blanks and accents are made of. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** The small letters of a text without their accents: "Élodie" is "elodie". */
export function plainLetters(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** What a person is told by: as a name is, but without accents, which many leave out who type. */
export function personKey(fullName: string): string {
  return nameKey(plainLetters(fullName));
}
