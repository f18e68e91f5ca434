/** What a name is told by: the same for all that look alike, whatever their case, blanks and accents are made of. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
