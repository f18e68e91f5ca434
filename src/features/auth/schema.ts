import * as z from 'zod/mini';
import { atLeast, atMost, id } from '#shared/fields.ts';

export const endSessionInput = z.strictObject({ id: id('Choose a device.') });
export const endSessionsInput = z.strictObject({
  which: z.enum(['others', 'all'], { error: 'Choose which devices.' }),
});

export const twoStepInput = z.strictObject({
  code: z
    .string('Enter the code.')
    .check(atLeast(1, 'Enter the code.'), atMost(40, 'Use at most 40 characters.')),
});

export type TwoStepInput = z.infer<typeof twoStepInput>;

export const askTeamInput = z.extend(twoStepInput, { isAsked: z.boolean({ error: 'Say yes or no.' }) });

export const shortestPassword = 8;
export const longestPassword = 128;
const tooShort = `Use at least ${shortestPassword} characters.`;

export const changePasswordInput = z.strictObject({
  currentPassword: z.string('Enter your current password.').check(atLeast(1, 'Enter your current password.')),
  newPassword: z
    .string(tooShort)
    .check(
      atLeast(shortestPassword, tooShort),
      atMost(longestPassword, `Use at most ${longestPassword} characters.`),
    ),
});
