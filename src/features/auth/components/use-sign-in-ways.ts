import { useEffect, useState } from 'react';

import { noWays, signInWays, type SignInWays } from '#client/auth.ts';

const waitedForMs = 1_000;

let known = noWays;
let asked: Promise<SignInWays> | undefined;

/** Asks for them ahead of the page, all of which they move; who has to wait for the answer signs in without. */
export async function askForSignInWays(): Promise<void> {
  asked ??= signInWays().then((ways) => (known = ways));
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, waitedForMs))]);
}

/** The ways to sign in that are set up on this server; none until it has answered. */
export function useSignInWays(): SignInWays {
  const [ways, setWays] = useState(known);
  useEffect(() => void asked?.then(setWays), []);
  return ways;
}
