import { expect, it, vi } from 'vitest';
import { isCommonPassword } from '#features/auth/common-passwords.ts';

const dictionary = vi.hoisted(() => vi.fn<() => Record<string, string[]>>());
vi.mock('@zxcvbn-ts/language-common', () => ({
  get dictionary() {
    return dictionary();
  },
}));

it('reads its list again after it could not', async () => {
  dictionary.mockImplementationOnce(() => {
    throw new Error('too many open files');
  });
  dictionary.mockReturnValue({ 'passwords-common': ['password1', 'short'] });
  await expect(isCommonPassword('Password1')).rejects.toThrow('too many open files');
  expect(await isCommonPassword('Password1')).toBe(true);
  expect(await isCommonPassword('short')).toBe(false);
  expect(dictionary).toHaveBeenCalledTimes(2);
});
