import { shortestPassword } from '#features/auth/schema.ts';

/** As many as a guesser tries in any case, of those long enough to be taken here (ASVS 5, 6.2.4). */
const count = 3_000;

let list: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is, but for capitals, one of those that were used most where passwords were stolen. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= loadList().catch((error: unknown) => {
    list = undefined;
    throw error;
  });
  return (await list).has(password.toLowerCase());
}

// When the first password is chosen: most processes never need it.
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked = dictionary['passwords-common'].filter(({ length }) => length >= shortestPassword);
  return new Set(ranked.slice(0, count));
}
