import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Visitor } from './front-door.ts';

/** An authenticator app. Each code works once, so the second that is asked for is that of the half minute to come. */
export function appOf(secret: string) {
  const otp = createOTP(new TextDecoder().decode(base32.decode(secret)));
  const began = Math.floor(Date.now() / 30_000);
  let next = began;
  return { first: () => otp.hotp(began), next: () => otp.hotp(next++) };
}

/** Turns two-step sign-in on for somebody who has just signed in. */
export async function turnOn(visitor: Visitor) {
  const begun = await visitor.post('/api/two-step/begin', {});
  const { secret } = begun.body as { secret: string };
  const app = appOf(secret);
  const answer = await visitor.post('/api/two-step/turn-on', { code: await app.next() });
  const { recoveryCodes } = answer.body as { recoveryCodes: string[] };
  return { app, secret, recoveryCodes };
}
