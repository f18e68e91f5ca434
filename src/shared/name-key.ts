/** What a name is told by: the same for all that look alike, whatever their case, blanks and accents are made of. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** The small letters of a text without their accents: "Élodie" is "elodie". */
export function plainLetters(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
