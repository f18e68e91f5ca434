import { useEffect, useState } from 'react';

import { noWays, signInWays, type SignInWays } from '#client/auth.ts';

let asked: Promise<SignInWays> | undefined;

/** The ways to sign in that are set up on this server; none until it has answered. */
export function useSignInWays(): SignInWays {
  const [ways, setWays] = useState(noWays);
  useEffect(() => {
    asked ??= signInWays();
    void asked.then(setWays);
  }, []);
  return ways;
}
