/** What the server says of a field it has no use for: a program's mistake, or a page of another version. */
export const unknownField = 'This field is not known.';
