const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Text of other people's in a sentence: a name that is read from the right takes no number or name beside it along. */
export function apart(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
